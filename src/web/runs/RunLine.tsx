import { Link } from '@tanstack/react-router'
import type { Run } from '../api/types.ts'
import { ActorName } from '../parts/ActorName.tsx'
import { StatusDot } from '../parts/Badge.tsx'
import { Elapsed, RelativeTime } from '../parts/Time.tsx'
import { duration } from '../parts/time.ts'
import { endOf, isOver, lookOf } from './status.ts'

/** One run in a list: the whole row leads to it. */
export function RunLine({ run }: { run: Run }) {
  const look = lookOf(run.status)
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
          <span>{[look.word, endOf(run)].filter(Boolean).join(', ')}</span>
          <ActorName actor={run.actor} />
          <RelativeTime at={run.started_at} />
        </p>
      </div>
      <span className="shrink-0 text-xs text-soft">
        <RunTime run={run} />
      </span>
    </div>
  )
}

export function RunTime({ run }: { run: Run }) {
  if (run.status === 'queued') return <>{run.position === undefined ? 'waiting' : `place ${run.position}`}</>
  if (isOver(run) && run.duration_ms !== undefined) return <span className="tabular">{duration(run.duration_ms)}</span>
  return <Elapsed from={run.started_at} to={isOver(run) ? (run.ended_at ?? run.started_at) : undefined} />
}
