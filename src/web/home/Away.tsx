import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { LogEntry, Recent } from '../api/operations.ts'
import { problemOf } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { ActorName } from '../parts/ActorName.tsx'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { count } from '../parts/time.ts'
import { toast } from '../parts/toast.ts'
import { type Deed, deeds } from './away.ts'
import { lastSeen } from './seen.ts'

interface AwayProps {
  readonly log: UseQueryResult<{ entries: LogEntry[] }>
  readonly recent: readonly Recent[]
}

/** Who did what since you last looked, and how to take it back. */
export function Away({ log, recent }: AwayProps) {
  const all = deeds(log.data?.entries ?? [], recent, lastSeen)
  const fresh = all.filter(deed => deed.fresh).length
  return (
    <Card
      title={fresh > 0 && lastSeen > 0 ? 'While you were away' : 'What was done'}
      aside={fresh > 0 && lastSeen > 0 && `${count(fresh, 'entry', 'entries')} since you last looked`}
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
          {all.map(deed => (
            <Row key={deed.id}>
              <DeedRow deed={deed} />
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  )
}

function DeedRow({ deed }: { deed: Deed }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0 flex-1">
        <p className={deed.undone ? 'break-words text-soft line-through' : 'break-words'}>
          {deed.fresh && lastSeen > 0 && <span className="sr-only">New: </span>}
          <span className={deed.fresh && lastSeen > 0 ? 'font-medium' : undefined}>{deed.text}</span>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
          <ActorName actor={deed.actor} />
          <RelativeTime at={deed.at} />
          {deed.files.length > 0 && (
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              className="min-h-6 underline decoration-line-strong underline-offset-3 hover:text-ink"
            >
              {count(deed.files.length, 'file')}
            </button>
          )}
          {deed.undone && <Badge>undone</Badge>}
        </p>
        {open && <Files files={deed.files} />}
      </div>
      {deed.undoable && <Undo id={deed.id} />}
    </div>
  )
}

function Files({ files }: { files: Deed['files'] }) {
  return (
    <ul className="mt-2 space-y-1 border-l-2 border-line pl-3">
      {files.map(file => (
        <li key={file.path} className="font-mono text-xs break-all">
          {file.path} <span className="font-sans text-faint">{file.change}</span>
        </li>
      ))}
    </ul>
  )
}

function Undo({ id }: { id: string }) {
  const undo = useWrite('store.undo', {
    onSuccess: () => toast({ tone: 'sprout', text: 'Undone.' }),
    onError: error => toast({ tone: 'rust', text: problemOf(error).message }),
  })
  return (
    <Button size="small" kind="quiet" icon="undo" busy={undo.isPending} onClick={() => undo.mutate({ id })}>
      Undo
    </Button>
  )
}
