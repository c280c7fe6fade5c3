/** Where the reader was in a run's log; kept for reloads of this tab, while the address stays clean. */
export function keptPlace(id: string): number | 'end' | undefined {
  const kept = sessionStorage.getItem(key(id))
  if (kept === null) return undefined
  return kept === 'end' ? 'end' : Number(kept)
}

export function keepPlace(id: string, place: number | 'end'): void {
  sessionStorage.setItem(key(id), String(place))
}

function key(id: string): string {
  return `furrow.place.${id}`
}
