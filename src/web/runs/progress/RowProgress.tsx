import { useEffect, useState } from 'react'
import { useRead } from '../../api/query.ts'
import type { RunDetail } from '../../api/types.ts'
import { ProgressTrack } from './ProgressTrack.tsx'
import { progressAfter, type RunProgress, showsProgress } from './progress.ts'

/** How far a run in a list is; nothing for what cannot say so. */
export function RowProgress({ run }: { run: RunDetail }) {
  return showsProgress(run) ? <Read run={run} /> : null
}

const EVERY_MS = 2_000
const LINES = 200

/** What it said is kept: later lines may fill the whole page of its log. */
function Read({ run: { id, label } }: { run: RunDetail }) {
  const tail = useRead('run.tail', { id, count: LINES }, { refetchInterval: EVERY_MS })
  const [known, setKnown] = useState<RunProgress>()
  const lines = tail.data?.lines
  useEffect(() => {
    if (lines !== undefined) setKnown(before => progressAfter(before, lines))
  }, [lines])
  if (known?.percent === undefined) return null
  return (
    <div className="mt-1.5 grid max-w-sm grid-cols-[minmax(0,1fr)_2.5rem] items-center gap-x-2 text-xs text-soft">
      <ProgressTrack label={`Progress of ${label}`} percent={known.percent} says={known.message} />
      <span className="tabular">{Math.round(known.percent)}%</span>
    </div>
  )
}
