import { useParams } from '@tanstack/react-router'
import { problemOf } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import type { PersonRequest } from '../api/types.ts'
import { ActorName } from '../parts/ActorName.tsx'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { CodeBlock, CopyLine } from '../parts/Code.tsx'
import { Markdown } from '../parts/Markdown.tsx'
import { Page } from '../parts/Page.tsx'
import { PageLink } from '../parts/PageLink.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { toast } from '../parts/toast.ts'

/** An agent asked for something that only a person may do. */
export default function ConfirmPage() {
  const { id } = useParams({ from: '/confirm/$id' })
  const request = useRead('request.show', { id })
  return (
    <Page title="An agent asks for you" lead="What follows happens only if you allow it.">
      <div className="max-w-3xl">
        {request.isPending && <Loading rows={4} />}
        {request.isError && <ErrorBox error={request.error} retry={() => void request.refetch()} />}
        {request.isSuccess && <Asked request={request.data} />}
      </div>
    </Page>
  )
}

function Asked({ request }: { request: PersonRequest }) {
  const pending = request.status === 'pending'
  const confirm = useWrite('request.confirm', { onError: tellFailure })
  return (
    <Card title={request.operation} aside={<Badge tone={pending ? 'sky' : 'plain'}>{request.status}</Badge>}>
      <p className="text-base font-medium">{request.summary}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-soft">
        Asked by <ActorName actor={request.actor} /> <RelativeTime at={request.created_at} />
      </p>
      <div className="mt-5 space-y-5">
        <CopyLine text={request.command} />
        {hasInput(request.input) && (
          <CodeBlock text={JSON.stringify(request.input, undefined, 2)} label="what it is called with" />
        )}
        {request.about !== undefined && (
          <section aria-label="What this is about" className="rounded-lg border border-line bg-sunk p-4">
            <p className="mb-3 text-soft">What this is about</p>
            <Markdown text={request.about} name="about" level={3} />
          </section>
        )}
      </div>
      {pending && request.operation === 'secrets.set' && <SetSecret input={request.input} />}
      {pending && request.operation !== 'secrets.set' && <Answer id={request.id} confirm={confirm} />}
      {confirm.isSuccess && <Result text={confirm.data.text} />}
      {!pending && !confirm.isSuccess && (
        <p className="mt-6 text-soft">
          {request.status === 'confirmed' ? 'This was allowed' : 'This was refused'}
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

function Answer({ id, confirm }: { id: string; confirm: ReturnType<typeof useWrite<'request.confirm'>> }) {
  const dismiss = useWrite('request.dismiss', {
    onSuccess: () => toast({ tone: 'plain', text: 'Refused.' }),
    onError: tellFailure,
  })
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      <Button kind="primary" icon="check" busy={confirm.isPending} onClick={() => confirm.mutate({ id })}>
        Allow
      </Button>
      <Button icon="cross" busy={dismiss.isPending} onClick={() => dismiss.mutate({ id })}>
        Refuse
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

/** What came of it is for this person alone, and shown this once. */
function Result({ text }: { text: string }) {
  return (
    <div role="status" className="mt-6 border-t border-line pt-5">
      <p className="mb-3 font-medium text-sprout">Allowed and done.</p>
      <Markdown text={text} name="answer" level={3} />
    </div>
  )
}

function hasInput(input: unknown): boolean {
  return typeof input === 'object' && input !== null && Object.keys(input).length > 0
}

function tellFailure(error: unknown): void {
  toast({ tone: 'rust', text: problemOf(error).message })
}
