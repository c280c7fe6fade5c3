import type { Run } from '../api/types.ts'
import { ActorName } from '../parts/ActorName.tsx'
import { Badge } from '../parts/Badge.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { RunTime } from './RunLine.tsx'
import { endOf, lookOf } from './status.ts'

/** How a run went or goes, how long it took, who started it and when. */
export function RunStatus({ run }: { run: Run }) {
  return (
    <>
      <RunBadge run={run} />
      <span className="font-medium text-ink">
        <RunTime run={run} />
      </span>
      <ActorName actor={run.actor} />
      <RelativeTime at={run.started_at} />
    </>
  )
}

export function RunBadge({ run }: { run: Run }) {
  const { word, tone, icon } = lookOf(run.status)
  return (
    <Badge tone={tone} icon={icon}>
      {[word, endOf(run)].filter(Boolean).join(', ')}
    </Badge>
  )
}
