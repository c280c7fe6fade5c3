import { useNow } from '../../parts/now.ts'
import { leftText, type Progress, remaining } from './progress.ts'

/** How far a run is, and how long it will still take once that can be told. */
export function ProgressBar({ progress }: { progress: Progress }) {
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
        <div
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percent)}
          aria-valuetext={`${Math.round(percent)}%${left === undefined ? '' : `, ${leftText(left)}`}`}
          className="h-1.5 overflow-hidden rounded-full bg-sunk"
        >
          <div className="h-full rounded-full bg-sprout-fill transition-[width]" style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  )
}
