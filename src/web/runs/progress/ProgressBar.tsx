import { useNow } from '../../parts/text/useNow.ts'
import { ProgressTrack } from './ProgressTrack.tsx'
import { leftText, type RunProgress, remaining } from './progress.ts'

/** How far a run is, and how long it will still take once that can be told. */
export function ProgressBar({ progress }: { progress: RunProgress }) {
  const { message, percent } = progress
  const left = remaining(progress, useNow())
  return (
    <div className="border-b border-line bg-ground px-3 py-2">
      <p className="mb-1 flex items-baseline justify-between gap-3 text-xs text-soft">
        <span className="min-w-0 truncate">{message}</span>
        <span className="tabular shrink-0">
          {[percent !== undefined && `${Math.round(percent)}%`, left !== undefined && leftText(left)]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      {percent !== undefined && (
        <ProgressTrack label="Progress" percent={percent} says={left === undefined ? undefined : leftText(left)} />
      )}
    </div>
  )
}
