import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { problemFor } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { ActorName } from '../parts/text/ActorName.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Diff } from '../parts/text/Diff.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { count } from '../parts/text/time.ts'
import { lastVisit } from './last-visit.ts'
import { type RecentAction, recentActions } from './recent-actions.ts'

/** So many in any case; what is new is shown in full. */
const FEW = 8

/** Who did what since you last looked, and how to take it back. */
export function RecentActivity({ log }: { log: UseQueryResult<Output<'store.log'>> }) {
  const [whole, setWhole] = useState(false)
  const all = recentActions(log.data?.entries ?? [], lastVisit)
  const shown = whole ? all : all.filter((deed, index) => index < FEW || (lastVisit > 0 && deed.fresh))
  const fresh = lastVisit > 0 ? all.filter(deed => deed.fresh).length : 0
  return (
    <Card
      title={fresh > 0 ? 'While you were away' : 'What was done'}
      aside={fresh > 0 && `${count(fresh, 'entry', 'entries')} since you last looked`}
      flush
    >
      {log.isPending && <Loading rows={3} />}
      {log.isError && <ErrorBox error={log.error} retry={() => void log.refetch()} />}
      {log.isSuccess && all.length === 0 && (
        <EmptyState icon="undo" title="No changes yet">
          Whatever Furrow writes, for you or for an agent, is listed here and can be undone.
        </EmptyState>
      )}
      {all.length > 0 && (
        <Rows label="What was done">
          {shown.map(deed => (
            <Row key={deed.id}>
              <DeedRow deed={deed} fresh={fresh > 0 && deed.fresh} />
            </Row>
          ))}
        </Rows>
      )}
      {shown.length < all.length && (
        <div className="border-t border-line p-3 text-center">
          <Button kind="quiet" size="small" onClick={() => setWhole(true)}>
            Show {all.length - shown.length} earlier
          </Button>
        </div>
      )}
    </Card>
  )
}

function DeedRow({ deed: { id, text, entry, href }, fresh }: { deed: RecentAction; fresh: boolean }) {
  const [open, setOpen] = useState(false)
  const undone = entry.undone_by !== undefined
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <p className={undone ? 'break-words text-soft line-through' : 'break-words'}>
            {fresh && <span className="sr-only">New: </span>}
            <span className={fresh ? 'font-medium' : ''}>
              {href === undefined || undone ? text : <PageLink href={href}>{text}</PageLink>}
            </span>
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
            <ActorName actor={entry.actor} />
            <RelativeTime at={entry.at} />
            {entry.files.length > 0 && (
              <button
                type="button"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
                className="min-h-6 underline decoration-line-strong underline-offset-3 hover:text-ink"
              >
                {count(entry.files.length, 'file')}
              </button>
            )}
            {undone && <Badge>undone</Badge>}
          </p>
        </div>
        {entry.undoable && <Undo id={id} text={text} />}
      </div>
      {open && <Changes id={id} />}
    </>
  )
}

function Changes({ id }: { id: string }) {
  const shown = useRead('store.show', { id })
  return (
    <div className="mt-2">
      {shown.isPending && <Loading rows={2} />}
      {shown.isError && <ErrorBox error={shown.error} />}
      {shown.isSuccess && <Diff text={shown.data.diff} label={`Changes of ${id}`} />}
    </div>
  )
}

function Undo({ id, text }: { id: string; text: string }) {
  const undo = useWrite('store.undo', {
    onSuccess: () => toast({ tone: 'sprout', text: `Undone: ${text}` }),
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  return (
    <Button
      size="small"
      kind="quiet"
      icon="undo"
      aria-label={`Undo: ${text}`}
      busy={undo.isPending}
      onClick={() => undo.mutate({ id })}
    >
      Undo
    </Button>
  )
}
