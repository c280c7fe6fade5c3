import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { callByName } from '../api/call.ts'
import { reread } from '../api/live/reread.ts'
import { type ManifestOperation, useManifest } from '../api/query.ts'
import { Ask } from '../parts/input/Ask.tsx'
import { Button } from '../parts/input/Button.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { CodeBlock, CopyLine } from '../parts/text/Code.tsx'
import { type EnteredTexts, enteredInputOf, type OperationField, operationFieldsOf } from './fields.ts'
import { OperationInput } from './OperationInput.tsx'

/** Any operation with a form that is made from its schema; most have a page of their own, and this serves the rest. */
export default function OperationPage() {
  const { operation: name } = useParams({ from: '/do/$operation' })
  const manifest = useManifest()
  if (manifest.isPending)
    return (
      <Page title="Operation">
        <Loading rows={6} />
      </Page>
    )
  // What was read once goes on when a later read fails: somebody may be filling in the form.
  if (manifest.isLoadingError)
    return (
      <Page title="Operation">
        <ErrorBox error={manifest.error} retry={() => void manifest.refetch()} />
      </Page>
    )
  const operation = manifest.data.operations.find(each => each.name === name)
  if (operation === undefined)
    return (
      <Page title="Operation">
        <EmptyState icon="search" title={`No operation is called ${name}`} />
      </Page>
    )
  if (operation.http === undefined) return <OnCommandLine operation={operation} />
  return <Shown key={name} operation={operation} />
}

/** Such as starting any command, which no other door may. */
function OnCommandLine({ operation: { summary, cli } }: { operation: ManifestOperation }) {
  return (
    <Page title={summary.replace(/\.$/, '')}>
      <EmptyState icon="runs" title="This is done on a command line only">
        {cli && <CopyLine text={cli.example} />}
      </EmptyState>
    </Page>
  )
}

function Shown({ operation }: { operation: ManifestOperation }) {
  const fields = useMemo(() => operationFieldsOf(operation.input ?? {}), [operation])
  const [entered, setEntered] = useState<EnteredTexts>({})
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: (input: Readonly<Record<string, unknown>>) => callByName(operation.name, input),
    onSettled: () => reread(client),
  })
  const { input, problems } = enteredInputOf(fields, entered)
  const isReady = Object.keys(problems).length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isReady) return
    if (operation.effect === 'destructive') setAsking(true)
    else run.mutate(input)
  }
  const shown = { entered, problems: tried ? problems : {}, onEnter: setEntered }
  return (
    <Page title={operation.summary.replace(/\.$/, '')} lead={<Facts operation={operation} />}>
      <form onSubmit={submit} className="grid max-w-2xl gap-5">
        <Inputs fields={fields.filter(({ required }) => required)} {...shown} />
        <Options fields={fields.filter(({ required }) => !required)} {...shown} />
        <div>
          <Button kind={operation.effect === 'destructive' ? 'danger' : 'primary'} type="submit" busy={run.isPending}>
            {operation.effect === 'read' ? 'Show' : 'Run'}
          </Button>
        </div>
      </form>
      {run.isError && (
        <div className="-mx-5 max-sm:-mx-4">
          <ErrorBox error={run.error} />
        </div>
      )}
      {run.isSuccess && (
        <div className="mt-6" role="status">
          <Card title="Done">
            <CodeBlock text={JSON.stringify(run.data, null, 2)} label="Answer" />
          </Card>
        </div>
      )}
      {asking && (
        <Ask
          title="Run it?"
          text="What it removes cannot be brought back."
          yes="Run"
          no="Cancel"
          onYes={() => {
            setAsking(false)
            run.mutate(input)
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </Page>
  )
}

function Facts({ operation }: { operation: ManifestOperation }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge tone={operation.effect === 'read' ? 'plain' : operation.effect === 'write' ? 'sky' : 'rust'}>
        {operation.effect}
      </Badge>
      {operation.cli && <code className="font-mono text-xs break-all">furrow {operation.cli.path}</code>}
    </p>
  )
}

interface InputsProps {
  readonly fields: readonly OperationField[]
  readonly entered: EnteredTexts
  readonly problems: Readonly<Record<string, string>>
  readonly onEnter: (entered: EnteredTexts) => void
}

function Inputs({ fields, entered, problems, onEnter }: InputsProps) {
  return fields.map(field => (
    <OperationInput
      key={field.key}
      field={field}
      value={entered[field.key] ?? field.start}
      error={problems[field.key]}
      onValue={value => onEnter({ ...entered, [field.key]: value })}
    />
  ))
}

function Options(props: InputsProps) {
  if (props.fields.length === 0) return null
  const hasProblem = props.fields.some(({ key }) => props.problems[key] !== undefined)
  return (
    <details open={hasProblem || undefined}>
      <summary className="w-fit text-sm text-sprout">Options</summary>
      <div className="mt-4 grid gap-5">
        <Inputs {...props} />
      </div>
    </details>
  )
}
