interface TickProps {
  readonly label: string
  readonly on: boolean
  readonly onTick: () => void
}

/** Selects a row or a card whose whole surface is a link. */
export function Tick({ label, on, onTick }: TickProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={on}
      onChange={onTick}
      className="relative z-10 mt-1 size-4 shrink-0 accent-sprout-fill before:absolute before:-inset-2"
    />
  )
}
