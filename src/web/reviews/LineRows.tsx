import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useRef } from 'react'

/** Above this many lines only those in view are drawn; below it the browser finds words in all of them. */
const MOST_DRAWN = 500
const ROW_HEIGHT = 20

interface LineRowsProps {
  readonly count: number
  /** Rows that are drawn wherever the text is scrolled to: they hold the focus, or a text that somebody is writing. */
  readonly kept: readonly number[]
  readonly render: (index: number) => ReactNode
}

export function LineRows(props: LineRowsProps) {
  return props.count > MOST_DRAWN ? <WindowedRows {...props} /> : <EveryRow {...props} />
}

function EveryRow({ count, render }: LineRowsProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
  return Array.from({ length: count }, (_, index) => <Fragment key={index}>{render(index)}</Fragment>)
}

function WindowedRows({ count, kept, render }: LineRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 15,
    rangeExtractor: range => inOrder([...defaultRangeExtractor(range), ...kept.filter(index => index < count)]),
  })
  return (
    <div ref={scroller} className="max-h-[70dvh] overflow-y-auto [overflow-anchor:none]">
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0 flow-root"
            style={{ transform: `translateY(${start}px)` }}
          >
            {render(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

function inOrder(indexes: readonly number[]): number[] {
  return [...new Set(indexes)].filter(index => index >= 0).sort((a, b) => a - b)
}
