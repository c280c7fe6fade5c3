import { useEffect, useRef } from 'react'
import type { ShortcutId } from './shortcuts.ts'

type Act = () => void

const acts = new Map<string, Act[]>()

/** While the component is shown, the shortcut does this. The one shown last wins. */
export function useShortcut(id: ShortcutId, act: Act, active = true): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!active) return
    const mine = () => latest.current()
    acts.set(id, [...(acts.get(id) ?? []), mine])
    return () => {
      acts.set(
        id,
        (acts.get(id) ?? []).filter(one => one !== mine),
      )
    }
  }, [id, active])
}

/** Does what the first of these shortcuts means here; false when none means anything. */
export function performShortcut(ids: readonly string[]): boolean {
  for (const id of ids) {
    const act = acts.get(id)?.at(-1)
    if (act === undefined) continue
    act()
    return true
  }
  return false
}
