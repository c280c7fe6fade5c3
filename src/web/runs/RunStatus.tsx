import type { RunDetail } from '../api/types.ts'
import { ActorName } from '../parts/text/ActorName.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { RunTime } from './RunLine.tsx'
import { endMessage, statusLabelOf } from './status.ts'

/** How a run went or goes, how long it took, who started it and when. */
export function RunStatus({ run }: { run: RunDetail }) {
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

export function RunBadge({ run }: { run: RunDetail }) {
  const { word, tone, icon } = statusLabelOf(run.status)
  return (
    <Badge tone={tone} icon={icon}>
      {[word, endMessage(run)].filter(Boolean).join(', ')}
    </Badge>
  )
}
