import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface Follow {
  readonly follow: boolean
  readonly onFollow: (follow: boolean) => void
  /** Rows in view and lines of the whole log. */
  readonly rows: number
  readonly total: number
  readonly wrap: boolean
}

/**
 * Keeps the end in view while following. Scrolling up pauses, scrolling to the end goes on. Answers how many lines
 * came since it was paused.
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  { follow, onFollow, rows, total, wrap }: Follow,
): number {
  const lastTop = useRef(0)
  const pausedAt = useRef<number>(undefined)
  // Lines that were there when the log was opened are not new, wherever it was opened.
  if (total > 0) pausedAt.current ??= total
  const latest = useRef(onFollow)
  latest.current = onFollow

  useLayoutEffect(() => {
    const element = scroller.current
    if (!follow || element === null) return
    pausedAt.current = total
    // Also when rows come or go by a filter, while the total stays.
    if (rows > 0) element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
    // Rows that wrap are measured after they are drawn, and the end moves.
    if (!wrap) return
    const frame = requestAnimationFrame(() => {
      element.scrollTop = element.scrollHeight
    })
    return () => cancelAnimationFrame(frame)
  }, [scroller, follow, rows, total, wrap])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const up = scrollTop < lastTop.current - 2
      const atEnd = scrollHeight - clientHeight - scrollTop < 8
      lastTop.current = scrollTop
      if (up && !atEnd) latest.current(false)
      else if (atEnd && !up && scrollHeight > clientHeight) latest.current(true)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])

  return follow ? 0 : Math.max(0, total - (pausedAt.current ?? total))
}
