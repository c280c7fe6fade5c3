import { useState } from 'react'

export interface Selection {
  readonly ids: readonly string[]
  has(id: string): boolean
  toggle(id: string): void
  clear(): void
}

/** Which rows of a list are ticked, in the order of ticking; rows that left the list are not counted. */
export function useSelection(listed: readonly string[]): Selection {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const ids = ticked.filter(id => listed.includes(id))
  return {
    ids,
    has: id => ids.includes(id),
    toggle: id => setTicked(ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id]),
    clear: () => setTicked([]),
  }
}
