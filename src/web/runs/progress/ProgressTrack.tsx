interface ProgressTrackProps {
  readonly label: string
  readonly percent: number
  /** Beyond the percent, for screen readers. */
  readonly says?: string | undefined
}

/** A bar that is filled as far as a run is. */
export function ProgressTrack({ label, percent, says }: ProgressTrackProps) {
  const rounded = Math.round(percent)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={rounded}
      aria-valuetext={[`${rounded}%`, says].filter(Boolean).join(', ')}
      className="h-1.5 overflow-hidden rounded-full bg-sunk"
    >
      <div className="h-full rounded-full bg-sprout-fill transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}
