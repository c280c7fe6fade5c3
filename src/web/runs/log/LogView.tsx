import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RunDetail } from '../../api/types.ts'
import { useShortcut } from '../../keys/useShortcut.ts'
import { Button } from '../../parts/input/Button.tsx'
import { count } from '../../parts/text/time.ts'
import { LineAttachment } from '../attachments/LineAttachment.tsx'
import { LogRow } from './LogRow.tsx'
import type { LineRange } from './model/line-range.ts'
import type { RunLog } from './model/run-log.ts'
import type { ShownLines } from './model/shown-lines.ts'
import { useFollow } from './useFollow.ts'

const ROW = 20

export interface LogViewProps {
  readonly run: RunDetail
  readonly log: RunLog
  readonly view: ShownLines
  readonly label: string
  readonly wrap: boolean
  readonly taken: LineRange | undefined
  /** Where to begin: a line (in the middle when the address names it, else on top) or the end. */
  readonly place: number | 'end'
  readonly onTake: (line: number, extend: boolean) => void
  readonly hrefOf: (line: number) => string
  readonly onPlace: (place: number | 'end') => void
  /** A line to bring into view; a new object asks again for the same line. */
  readonly goTo: { readonly line: number } | undefined
  readonly follow: boolean
  readonly onFollow: (follow: boolean) => void
}

/** The lines that are in view, out of however many there are. */
export function LogView(props: LogViewProps) {
  const { log, view, wrap, taken, follow, onFollow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<number>()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const capacity = capacityFor(view.rows)
  const rows = useVirtualizer({
    count: capacity,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 15,
    paddingStart: 6,
    paddingEnd: 6,
  })
  const items = rows.getVirtualItems().filter(item => item.index < view.rows)
  useWanted(log, view, items)
  const missed = useFollow(scroller, { follow, onFollow, rows: view.rows, total: log.state.total, wrap })
  const show = (line: number, focus = false) => {
    setCurrent(line)
    rows.scrollToIndex(view.rowOf(line), { align: 'auto' })
    if (focus) focusLine(scroller.current, line)
  }
  useStart(props, line => rows.scrollToIndex(view.rowOf(line), { align: taken?.from === line ? 'center' : 'start' }))
  useGoTo(props.goTo, line => {
    onFollow(false)
    setCurrent(line)
    rows.scrollToIndex(view.rowOf(line), { align: 'center' })
  })
  useKeptPlace(props, view, rows.getVirtualItemForOffset(rows.scrollOffset ?? 0)?.index)
  useShortcut('log.end', () => onFollow(true))

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key]
    const from = current === undefined ? (items[0]?.index ?? 0) : view.rowOf(current) + (by ?? 0)
    if (by !== undefined) {
      if (by < 0) onFollow(false)
      show(view.lineAt(Math.max(0, Math.min(view.rows - 1, from))), true)
    } else if (event.key === 'Home') {
      onFollow(false)
      show(view.lineAt(0), true)
    } else if (event.key === 'End') onFollow(true)
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const line = Number((event.target as HTMLElement).closest('a')?.dataset.line ?? 0)
    if (line === 0 || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    setCurrent(line)
    props.onTake(line, event.shiftKey)
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={props.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
        className="absolute inset-0 overflow-auto bg-panel font-mono text-[0.8125rem] [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div
          className="relative w-full min-w-max"
          style={{ height: rows.getTotalSize() - (capacity - view.rows) * ROW, ...(wrap && { minWidth: 0 }) }}
        >
          <div className="absolute top-0 left-0 w-full" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map(item => {
              const n = view.lineAt(item.index)
              const line = log.lines.at(n)
              const attached = line?.event?.type === 'attachment' ? line.event : undefined
              return (
                <div
                  key={item.key}
                  data-index={item.index}
                  ref={wrap || attached !== undefined ? rows.measureElement : undefined}
                >
                  <LogRow
                    n={n}
                    line={line}
                    find={view.find}
                    taken={taken !== undefined && n >= taken.from && n <= taken.to}
                    current={n === current}
                    wrap={wrap}
                    href={props.hrefOf(n)}
                  />
                  {attached !== undefined && (
                    <LineAttachment
                      run={props.run.id}
                      attachment={attached}
                      open={opened.has(n)}
                      onToggle={() => setOpened(now => toggled(now, n))}
                    />
                  )}
                </div>
              )
            })}
          </div>
        </div>
      </div>
      {missed > 0 && (
        <Button
          kind="primary"
          size="small"
          icon="bottom"
          className="absolute bottom-4 left-1/2 h-8 -translate-x-1/2 rounded-full px-3.5 shadow-float"
          onClick={() => onFollow(true)}
        >
          {count(missed, 'new line')}
        </Button>
      )}
    </div>
  )
}

function toggled(lines: ReadonlySet<number>, line: number): ReadonlySet<number> {
  const next = new Set(lines)
  if (!next.delete(line)) next.add(line)
  return next
}

type Items = readonly { readonly index: number }[]

/** The virtualizer measures every row anew whenever their count changes; so it changes seldom while a log grows. */
function capacityFor(rows: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1_024, rows)))
}

/** Asks for the lines in view that are not held yet. */
function useWanted(log: RunLog, view: ShownLines, items: Items): void {
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (view.rows > 0) log.want(view.lineAt(first), view.lineAt(last))
  }, [log, view, first, last])
}

/** Scrolls once to where the reader was or the address points, as soon as there is something to scroll. */
function useStart({ log, place }: LogViewProps, scroll: (line: number) => void): void {
  const done = useRef<RunLog>(undefined)
  const ready = log.state.ready
  useLayoutEffect(() => {
    if (!ready || done.current === log) return
    done.current = log
    if (place !== 'end') scroll(place)
  })
}

function useGoTo(goTo: LogViewProps['goTo'], scroll: (line: number) => void): void {
  const last = useRef(goTo)
  useLayoutEffect(() => {
    if (goTo === undefined || goTo === last.current) return
    last.current = goTo
    scroll(goTo.line)
  })
}

function useKeptPlace({ follow, onPlace, log }: LogViewProps, view: ShownLines, top: number | undefined): void {
  const line = top === undefined ? undefined : view.lineAt(top)
  useEffect(() => {
    if (!log.state.ready || line === undefined) return
    const keep = () => onPlace(follow ? 'end' : line)
    const timer = setTimeout(keep, 200)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [log, line, follow, onPlace])
}

/** The row may be drawn only after the scroll; the focus waits for it. */
function focusLine(scroller: HTMLElement | null, line: number, tries = 3): void {
  requestAnimationFrame(() => {
    const link = scroller?.querySelector<HTMLElement>(`[data-line="${line}"]`)
    if (link) link.focus({ preventScroll: true })
    else if (tries > 0) focusLine(scroller, line, tries - 1)
  })
}
