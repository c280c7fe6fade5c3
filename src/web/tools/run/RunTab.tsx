import { useEffect, useRef, useState } from 'react'
import { needsConsent } from '../../../shared/follow-ups/consent.ts'
import type { Interaction, Tool } from '../../../tools/model.ts'
import { problemFor } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Ask } from '../../parts/input/Ask.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import type { FieldError } from '../form/errors.ts'
import { ToolForm } from '../form/ToolForm.tsx'
import { type ToolForm as ToolFormState, useForm } from '../form/useForm.ts'
import type { SetToolSearch } from '../ToolTabs.tsx'
import type { InputValues } from '../tool-types.ts'
import { Banners } from './Banners.tsx'

interface RunTabProps {
  readonly tool: Tool
  /** The run whose input is to be edited. */
  readonly earlier: Interaction | undefined
  /** What was given lately, the newest first. */
  readonly inputs: readonly InputValues[]
  readonly onGo: SetToolSearch
}

export function RunTab({ tool, earlier, inputs, onGo }: RunTabProps) {
  const form = useForm(tool, earlier?.input)
  useEarlier(form, earlier)
  const [asking, setAsking] = useState<InputValues>()
  const run = useWrite('tool.run', {
    onSuccess: ({ interaction_id }) => onGo({ run: interaction_id, from: undefined }),
    onError: error => form.refuse(fieldErrorsIn(error)),
  })
  const start = (input: InputValues) =>
    run.mutate({ name: tool.name, input: { ...input }, ...(needsConsent(tool, input) && { confirmed: true }) })
  return (
    <>
      <Banners tool={tool} onGo={onGo} />
      <ToolForm
        tool={tool}
        form={form}
        busy={run.isPending}
        inputs={inputs}
        onRun={input => (needsConsent(tool, input) ? setAsking(input) : start(input))}
      />
      {run.isError && form.errors.length === 0 && (
        <div className="-mx-5 mt-2 max-sm:-mx-4">
          <ErrorBox error={run.error} />
        </div>
      )}
      {asking && (
        <Ask
          title={`Run ${tool.display_name}?`}
          text={`${tool.effect === 'destructive' ? 'This cannot be undone.' : 'The tool asks for a person’s consent to this.'} Input: ${JSON.stringify(form.keepable())}`}
          yes="Run it"
          onYes={() => {
            start(asking)
            setAsking(undefined)
          }}
          onNo={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

/** What the server found wrong, field by field. */
function fieldErrorsIn(error: unknown): FieldError[] {
  const { issues } = Object(problemFor(error).details) as { issues?: readonly { field: string; message: string }[] }
  return (issues ?? []).map(({ field, message }) => ({ key: field, label: field, message: `It ${message}.` }))
}

/** Fills the form when a run is chosen to be edited, and leaves it alone afterwards: what was run stays in it. */
function useEarlier(form: ToolFormState, earlier: Interaction | undefined): void {
  const filled = useRef(earlier?.id)
  const fill = useRef(form.fillWith)
  fill.current = form.fillWith
  useEffect(() => {
    if (earlier?.id !== filled.current && earlier !== undefined) fill.current(earlier.input ?? {})
    filled.current = earlier?.id
  }, [earlier])
}
