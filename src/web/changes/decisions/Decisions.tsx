import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import type { ChangeDetail } from '../change-types.ts'
import { DecisionEditor } from './DecisionEditor.tsx'

/** The decisions that were recorded with this change, and where another one is recorded. */
export function Decisions({ change }: { change: ChangeDetail }) {
  const [isNew, setIsNew] = useState(false)
  const adrs = useRead('adr.list', {}, { enabled: change.adrs.length > 0 })
  const known = new Map((adrs.data?.adrs ?? []).map(adr => [adr.id, adr]))
  return (
    <Card title="Decisions">
      {change.adrs.length === 0 && <p className="text-soft">No decisions were recorded with this change.</p>}
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
      {change.status === 'active' && (
        <Button size="small" icon="plus" className="mt-4" onClick={() => setIsNew(true)}>
          Record a decision
        </Button>
      )}
      {isNew && (
        <Dialog title="Record a decision" onClose={() => setIsNew(false)} wide>
          <div className="overflow-y-auto p-5">
            <DecisionEditor onDone={() => setIsNew(false)} />
          </div>
        </Dialog>
      )}
    </Card>
  )
}

/** One decision above the page; its address can be sent to somebody. */
export function OpenDecision({ id, change }: { id: string; change: string }) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const adr = useRead('adr.show', { id })
  const close = () =>
    void navigate({ to: '/changes/$id', params: { id: change }, search: now => ({ ...now, adr: undefined }) as never })
  return (
    <Dialog title={id} onClose={close} wide>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="overflow-y-auto p-5">
        {adr.isPending && <Loading rows={4} />}
        {adr.isError && <ErrorBox error={adr.error} />}
        {adr.isSuccess && editing && <DecisionEditor decision={adr.data} onDone={() => setEditing(false)} />}
        {adr.isSuccess && !editing && (
          <>
            <Markdown text={adr.data.content} name="decision" level={3} />
            <Button size="small" icon="edit" className="mt-4" onClick={() => setEditing(true)}>
              Edit
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
