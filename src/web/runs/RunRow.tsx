import { Link } from '@tanstack/react-router'
import type { Run } from '../api/types.ts'
import { ActorName } from '../parts/ActorName.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { RunTime } from './RunLine.tsx'
import { RunBadge } from './RunStatus.tsx'
import { KIND } from './status.ts'

interface RunRowProps {
  readonly run: Run
  readonly ticked: boolean
  readonly onTick: () => void
}

/** One run in the wide list; the whole row leads to it, but for the tick that picks it for a comparison. */
export function RunRow({ run, ticked, onTick }: RunRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 xl:grid-cols-[minmax(0,1fr)_9rem_8rem_7rem_4.5rem]">
      <div className="flex min-w-0 items-start gap-3">
        <input
          type="checkbox"
          aria-label={`Compare ${run.label} ${run.id}`}
          checked={ticked}
          onChange={onTick}
          className="relative z-10 mt-1 size-4 shrink-0 accent-sprout-fill before:absolute before:-inset-2"
        />
        <div className="min-w-0">
          <Link
            to="/runs/$id"
            params={{ id: run.id }}
            title={run.label}
            className="block truncate font-medium before:absolute before:inset-0"
          >
            {run.label}
          </Link>
          <p className="truncate text-xs text-faint">
            {KIND[run.kind]} <span className="font-mono">{run.id}</span>
          </p>
        </div>
      </div>
      <span className="xl:justify-self-start">
        <RunBadge run={run} />
      </span>
      <div className="col-span-2 flex flex-wrap items-baseline gap-x-3 pl-7 text-xs text-soft xl:contents">
        <span className="min-w-0 truncate">
          <ActorName actor={run.actor} />
        </span>
        <RelativeTime at={run.started_at} />
        <span className="xl:text-right">
          <RunTime run={run} />
        </span>
      </div>
    </div>
  )
}
