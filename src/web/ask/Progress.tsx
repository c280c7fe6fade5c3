import { lazy, Suspense } from 'react'
import { useRead } from '../api/query.ts'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { StatusDot } from '../parts/text/Badge.tsx'
import { Elapsed } from '../parts/text/Time.tsx'
import type { TurnDetail } from './ask-types.ts'

const Writing = lazy(() => import('./thread/Writing.tsx'))

/** While passages are sought; the first time the whole codebase is read before. */
export function Searching() {
  const status = useRead('ask.status', {}, { refetchInterval: 1000, staleTime: 0 })
  if (!status.isSuccess || status.data.file !== undefined)
    return <Looking text="Looking for the passages that matter" />
  const { progress } = status.data
  if (progress === undefined) return <Looking text="Reading the codebase first; the answer follows by itself" />
  return (
    <div className="max-w-md space-y-2">
      <Looking text={`Reading the codebase first: ${progress.done} of ${progress.total} files`} />
      <progress
        aria-label="Files read"
        value={progress.done}
        max={progress.total}
        className="block h-1 w-full appearance-none bg-sunk [&::-moz-progress-bar]:bg-sprout [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-sprout"
      />
      <p className="text-xs text-faint">It goes on when you leave this page; the answer follows by itself.</p>
    </div>
  )
}

function Looking({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-2.5 text-soft">
      <StatusDot tone="sky" live />
      {text}
    </p>
  )
}

/** How far an answer is that is not there yet. */
export function WaitingForAnswer({ turn }: { turn: TurnDetail }) {
  if (turn.status === 'searching') return <Searching />
  if (turn.way === 'client')
    return (
      <p role="status" className="flex items-center gap-2.5 text-soft">
        <StatusDot tone="amber" />
        The agent that asked has the passages below, and has not stored its answer yet.
      </p>
    )
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-soft">
        <StatusDot tone="sky" live />
        <span>The agent writes the answer</span>
        <Elapsed from={turn.created_at} />
        {turn.run_id && <PageLink href={`/runs/${turn.run_id}`}>Watch it</PageLink>}
      </p>
      {turn.run_id && (
        <Suspense fallback={null}>
          <Writing run={turn.run_id} name={turn.id} />
        </Suspense>
      )}
    </>
  )
}
