import { Link } from '@tanstack/react-router'
import { shellLine } from '../../shared/shell/shell.ts'
import type { RunDetail } from '../api/types.ts'
import { Tick } from '../parts/selection/Tick.tsx'
import { ActorName } from '../parts/text/ActorName.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { count } from '../parts/text/time.ts'
import { RowProgress } from './progress/RowProgress.tsx'
import { RunTime } from './RunLine.tsx'
import { RunBadge } from './RunStatus.tsx'
import type { RunRelations } from './run-relations.ts'
import { RUN_KIND_LABELS } from './status.ts'

interface RunRowProps {
  readonly run: RunDetail
  readonly kin: RunRelations
  readonly ticked: boolean
  readonly onTick: () => void
}

/** One run in the wide list; the whole row leads to it, but for the tick that selects it. */
export function RunRow({ run, kin, ticked, onTick }: RunRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 xl:grid-cols-[minmax(0,1fr)_9rem_8rem_7rem_4.5rem]">
      <div className="flex min-w-0 items-start gap-3">
        <Tick label={`Select ${run.label} ${run.id}`} on={ticked} onTick={onTick} />
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
            {RUN_KIND_LABELS[run.kind]} <span className="font-mono">{run.id}</span>
            {run.kind === 'gate' && run.argv && <span className="font-mono"> {shellLine(run.argv)}</span>}
            {kin.started > 0 && `, started ${count(kin.started, 'run')}`}
          </p>
          {run.parent !== undefined && <Inside parent={run.parent} label={kin.inside ?? run.parent} />}
          <RowProgress run={run} />
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

/** Above the link that the whole row is. */
function Inside({ parent, label }: { parent: string; label: string }) {
  return (
    <p className="truncate text-xs text-soft">
      inside{' '}
      <Link
        to="/runs/$id"
        params={{ id: parent }}
        className="relative underline decoration-line-strong underline-offset-3"
      >
        {label}
      </Link>
    </p>
  )
}
