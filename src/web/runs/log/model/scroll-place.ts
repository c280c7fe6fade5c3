/** Where the reader was in a run's log; kept for this tab, while the address stays clean. */
export function keepPlace(id: string, place: number | 'end'): void {
  sessionStorage.setItem(key(id), String(place))
}

let firstLog = true

/** Where to begin: at the line that a link names, but after a reload of the same address where the reader was. */
export function startPlace(id: string, line: number | undefined): number | 'end' {
  const reloaded = firstLog && isReload()
  firstLog = false
  const kept = keptPlace(id)
  if (line === undefined) return kept ?? 'end'
  return reloaded ? (kept ?? line) : line
}

function keptPlace(id: string): number | 'end' | undefined {
  const kept = sessionStorage.getItem(key(id))
  if (kept === null) return undefined
  return kept === 'end' ? 'end' : Number(kept)
}

function isReload(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload' || load?.type === 'back_forward'
}

function key(id: string): string {
  return `furrow.place.${id}`
}
