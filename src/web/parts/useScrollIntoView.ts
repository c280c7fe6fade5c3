import { type RefObject, useEffect, useRef } from 'react'

/** A line that is wider than its place begins where it matters: at what `marked` finds, anew when `now` changes. */
export function useScrollIntoView<E extends HTMLElement>(marked: string, now: string | undefined): RefObject<E | null> {
  const line = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is marked when `now` changes
  useEffect(() => {
    const mark = line.current?.querySelector(marked)?.getBoundingClientRect()
    const place = line.current?.getBoundingClientRect()
    if (!line.current || !mark || !place) return
    line.current.scrollLeft += mark.left + mark.width / 2 - (place.left + place.width / 2)
  }, [marked, now])
  return line
}
