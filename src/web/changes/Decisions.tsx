import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Card } from '../parts/Card.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Markdown } from '../parts/Markdown.tsx'
import { PageLink } from '../parts/PageLink.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import type { Change } from './types.ts'

/** The decisions that were recorded with this change. */
export function Decisions({ change }: { change: Change }) {
  const adrs = useRead('adr.list', {}, { enabled: change.adrs.length > 0 })
  if (change.adrs.length === 0)
    return (
      <Card title="Decisions">
        <p className="text-soft">None was recorded with this change.</p>
      </Card>
    )
  const known = new Map((adrs.data?.adrs ?? []).map(adr => [adr.id, adr]))
  return (
    <Card title="Decisions">
      {adrs.isError && <ErrorBox error={adrs.error} />}
      <ul className="space-y-3">
        {change.adrs.map(id => (
          <li key={id} className="min-w-0">
            <PageLink href={`/changes/${change.id}?adr=${id}`}>{known.get(id)?.title ?? id}</PageLink>
            <p className="mt-0.5 flex items-center gap-2 text-xs text-faint">
              {id} {known.has(id) && <Badge>{known.get(id)?.status}</Badge>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** One decision above the page; its address can be sent to somebody. */
export function OpenDecision({ id, change }: { id: string; change: string }) {
  const navigate = useNavigate()
  const adr = useRead('adr.show', { id })
  const close = () =>
    void navigate({ to: '/changes/$id', params: { id: change }, search: now => ({ ...now, adr: undefined }) as never })
  return (
    <Dialog title={id} onClose={close} wide>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="overflow-y-auto p-5">
        {adr.isPending && <Loading rows={4} />}
        {adr.isError && <ErrorBox error={adr.error} />}
        {adr.isSuccess && <Markdown text={adr.data.content} name="decision" level={3} />}
      </div>
    </Dialog>
  )
}
