import { Link } from '@tanstack/react-router'
import type { RunDetail } from '../api/types.ts'
import { ActorName } from '../parts/text/ActorName.tsx'
import { StatusDot } from '../parts/text/Badge.tsx'
import { Elapsed, RelativeTime } from '../parts/text/Time.tsx'
import { duration } from '../parts/text/time.ts'
import { RowProgress } from './progress/RowProgress.tsx'
import { endMessage, hasEnded, statusLabelOf } from './status.ts'

/** One run in a list: the whole row leads to it. */
export function RunLine({ run }: { run: RunDetail }) {
  const look = statusLabelOf(run.status)
  return (
    <div className="flex items-start gap-3">
      <span className="pt-1.5">
        <StatusDot tone={look.tone} live={run.status === 'running'} />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to="/runs/$id"
          params={{ id: run.id }}
          className="block truncate font-medium before:absolute before:inset-0"
          title={run.label}
        >
          {run.label}
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-soft">
          <span>{[look.word, endMessage(run)].filter(Boolean).join(', ')}</span>
          <ActorName actor={run.actor} />
          <RelativeTime at={run.started_at} />
        </p>
        <RowProgress run={run} />
      </div>
      <span className="shrink-0 text-xs text-soft">
        <RunTime run={run} />
      </span>
    </div>
  )
}

export function RunTime({ run }: { run: RunDetail }) {
  if (run.status === 'queued') return <>{run.position === undefined ? 'waiting' : `place ${run.position}`}</>
  if (hasEnded(run) && run.duration_ms !== undefined)
    return <span className="tabular">{duration(run.duration_ms)}</span>
  return <Elapsed from={run.started_at} to={hasEnded(run) ? (run.ended_at ?? run.started_at) : undefined} />
}
