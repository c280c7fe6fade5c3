import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import type { RequestDetail } from '../api/types.ts'
import { Ask } from '../parts/input/Ask.tsx'
import { Button } from '../parts/input/Button.tsx'
import { LinkButton } from '../parts/input/LinkButton.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Markdown } from '../parts/markdown/Markdown.tsx'
import { showRefusal } from '../parts/notify/show-refusal.ts'
import { toast } from '../parts/notify/toast.ts'
import { ActorName } from '../parts/text/ActorName.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { CodeBlock, CopyLine } from '../parts/text/Code.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { EffectBadge } from '../tools/list/EffectBadge.tsx'
import { subjectOf } from './subject.ts'

const STATUS: Readonly<Record<RequestDetail['status'], string>> = {
  pending: 'Waiting for you',
  confirmed: 'Allowed',
  dismissed: 'Dismissed',
}

/** An agent asked for something that only a person may do. */
export default function ConfirmPage() {
  const { id } = useParams({ from: '/confirm/$id' })
  const request = useRead('request.show', { id })
  return (
    <Page title="An agent needs your permission" lead="What follows happens only if you allow it.">
      <div className="max-w-3xl">
        {request.isPending && <Loading rows={4} />}
        {request.isError && <ErrorBox error={request.error} retry={() => void request.refetch()} />}
        {request.isSuccess && <Asked request={request.data} />}
      </div>
    </Page>
  )
}

function Asked({ request }: { request: RequestDetail }) {
  const pending = request.status === 'pending'
  const confirm = useWrite('request.confirm', { onError: showRefusal })
  return (
    <Card title={request.question} aside={<Badge tone={pending ? 'sky' : 'plain'}>{STATUS[request.status]}</Badge>}>
      <p>{request.summary}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-soft">
        Asked by <ActorName actor={request.actor} /> <RelativeTime at={request.created_at} />
      </p>
      <div className="mt-5 space-y-5">
        {request.about !== undefined && (
          <section aria-label="What this is about" className="rounded-lg border border-line bg-sunk p-4">
            <p className="mb-3 text-soft">What this is about</p>
            <Markdown text={request.about} name="about" level={3} />
          </section>
        )}
        <Exactly request={request} />
      </div>
      {pending && request.operation === 'secrets.set' && <SetSecret input={request.input} />}
      {pending && request.operation !== 'secrets.set' && <Answer request={request} confirm={confirm} />}
      {confirm.isSuccess && <Result text={confirm.data.text} href={subjectOf(request)} />}
      {!pending && !confirm.isSuccess && (
        <p className="mt-6 text-soft">
          {request.status === 'confirmed' ? 'This was allowed' : 'This was dismissed'}
          {request.answered_at && (
            <>
              {' '}
              <RelativeTime at={request.answered_at} />
            </>
          )}
          .
        </p>
      )}
    </Card>
  )
}

interface ConfirmAnswerProps {
  readonly request: RequestDetail
  readonly confirm: ReturnType<typeof useWrite<'request.confirm'>>
}

/** A tool is asked about as on its own page: what it does to things, and a second question before it runs. */
function Answer({ request, confirm }: ConfirmAnswerProps) {
  if (request.operation !== 'tool.run') return <Decision request={request} confirm={confirm} />
  return <ToolAnswer request={request} confirm={confirm} />
}

function ToolAnswer({ request, confirm }: ConfirmAnswerProps) {
  const { name = '', input } = Object(request.input) as { name?: string; input?: unknown }
  const tool = useRead('tool.info', { name })
  const [asking, setAsking] = useState(false)
  const called = tool.data?.display_name ?? name
  const warning = tool.data?.effect === 'destructive' ? 'This cannot be undone.' : 'It needs a person to agree.'
  return (
    <>
      {tool.isSuccess && (
        <p className="mt-6 flex flex-wrap items-center gap-2">
          <PageLink href={`/tools/${name}`}>{called}</PageLink> <EffectBadge tool={tool.data} />
        </p>
      )}
      <Decision request={request} confirm={confirm} onAllow={() => setAsking(true)} />
      {asking && (
        <Ask
          title={`Run ${called}?`}
          text={`${warning} Input: ${JSON.stringify(input ?? {})}`}
          yes="Run it"
          onYes={() => {
            confirm.mutate({ id: request.id, shown: request.shown })
            setAsking(false)
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface DecisionProps {
  readonly request: Pick<RequestDetail, 'id' | 'shown'>
  readonly confirm: ConfirmAnswerProps['confirm']
  /** What asks once more; otherwise it is done. */
  readonly onAllow?: () => void
}

function Decision({ request: { id, shown }, confirm, ...props }: DecisionProps) {
  const { onAllow = () => confirm.mutate({ id, shown }) } = props
  const dismiss = useWrite('request.dismiss', {
    onSuccess: () => toast({ tone: 'plain', text: 'Dismissed' }),
    onError: showRefusal,
  })
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      <Button kind="primary" icon="check" busy={confirm.isPending} onClick={onAllow}>
        Allow
      </Button>
      <Button icon="cross" busy={dismiss.isPending} onClick={() => dismiss.mutate({ id })}>
        Dismiss
      </Button>
    </div>
  )
}

/** A yes is not enough here: the value comes from the person, and setting it answers the request. */
function SetSecret({ input }: { input: unknown }) {
  const { name = '', scope = 'default' } = Object(input) as { name?: string; scope?: string }
  const query = new URLSearchParams({ need: name, scope })
  return (
    <p className="mt-6">
      <PageLink href={`/secrets?${query}`}>Set {name} on the secrets page</PageLink>
    </p>
  )
}

/** The call as it would be made, for those who want to see each argument. */
function Exactly({ request: { command, input } }: { request: RequestDetail }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm text-soft hover:text-ink">Show the exact call</summary>
      <div className="mt-2 space-y-3">
        <CopyLine text={command} />
        {hasInput(input) && <CodeBlock text={JSON.stringify(input, undefined, 2)} label="what it is called with" />}
      </div>
    </details>
  )
}

/** What came of it is for this person alone, and shown this once. */
function Result({ text, href }: { text: string; href: string | undefined }) {
  return (
    <div role="status" className="mt-6 border-t border-line pt-5">
      <p className="mb-3 font-medium text-sprout">Allowed and done.</p>
      <p className="mb-4 flex flex-wrap gap-2">
        {href !== undefined && (
          <LinkButton href={href} kind="primary">
            Show it
          </LinkButton>
        )}
        <LinkButton href="/">Back to Home</LinkButton>
      </p>
      <details>
        <summary className="w-fit cursor-pointer text-sm text-soft hover:text-ink">Details</summary>
        <div className="mt-2">
          <Markdown text={text} name="answer" level={3} />
        </div>
      </details>
    </div>
  )
}

function hasInput(input: unknown): boolean {
  return typeof input === 'object' && input !== null && Object.keys(input).length > 0
}
