import { useParams } from '@tanstack/react-router'
import { problemOf } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import type { PersonRequest } from '../api/types.ts'
import { ActorName } from '../parts/ActorName.tsx'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { CodeBlock } from '../parts/Code.tsx'
import { Page } from '../parts/Page.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'
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
  const open = request.status === 'open' || request.status === 'pending' || request.status === 'waiting'
  return (
    <Card title={request.operation} aside={<Badge tone={open ? 'sky' : 'plain'}>{request.status}</Badge>}>
      <p className="text-base font-medium">{request.summary}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-soft">
        Asked by <ActorName actor={request.actor} /> <RelativeTime at={request.created_at} />
      </p>
      <div className="mt-5">
        <CodeBlock text={JSON.stringify(request.input, undefined, 2) ?? ''} label="what it would be called with" />
      </div>
      {open ? <Answer id={request.id} /> : <EmptyState icon="check" title={`This is settled: ${request.status}`} />}
    </Card>
  )
}

function Answer({ id }: { id: string }) {
  const failed = (error: unknown) => toast({ tone: 'rust', text: problemOf(error).message })
  const allow = useWrite('request.confirm', {
    onSuccess: () => toast({ tone: 'sprout', text: 'Allowed.' }),
    onError: failed,
  })
  const refuse = useWrite('request.dismiss', {
    onSuccess: () => toast({ tone: 'plain', text: 'Refused.' }),
    onError: failed,
  })
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      <Button kind="primary" icon="check" busy={allow.isPending} onClick={() => allow.mutate({ id })}>
        Allow
      </Button>
      <Button icon="cross" busy={refuse.isPending} onClick={() => refuse.mutate({ id })}>
        Refuse
      </Button>
    </div>
  )
}
