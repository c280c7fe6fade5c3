import { useRead } from '../api/query.ts'
import { StatusDot } from '../parts/Badge.tsx'
import { PageLink } from '../parts/PageLink.tsx'
import { Elapsed } from '../parts/Time.tsx'
import type { Turn } from './types.ts'

/** While passages are sought; the first time the whole codebase is read before. */
export function Searching() {
  const status = useRead('ask.status', {}, { refetchInterval: 2000 })
  const building = status.isSuccess && status.data.state !== 'fresh'
  return (
    <p role="status" className="flex items-center gap-2.5 text-soft">
      <StatusDot tone="sky" live />
      {building
        ? `Reading the codebase first (${status.data.files} files so far)`
        : 'Looking for the passages that matter'}
    </p>
  )
}

/** How far an answer is that is not there yet. */
export function Waiting({ turn }: { turn: Turn }) {
  if (turn.status === 'searching') return <Searching />
  if (turn.way === 'client')
    return (
      <p role="status" className="flex items-center gap-2.5 text-soft">
        <StatusDot tone="amber" />
        The agent that asked has the passages below, and has not stored its answer yet.
      </p>
    )
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-soft">
      <StatusDot tone="sky" live />
      <span>The agent writes the answer</span>
      <Elapsed from={turn.created_at} />
      {turn.run_id && <PageLink href={`/runs/${turn.run_id}`}>Watch it</PageLink>}
    </p>
  )
}
