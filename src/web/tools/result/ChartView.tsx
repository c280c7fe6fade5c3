import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Chart } from './shape.ts'
import { Table } from './Table.tsx'

const COLOURS = ['sprout', 'sky', 'clay', 'ansi-magenta', 'amber', 'rust']
const HEIGHT = 300

/** Lines over time or number. The figures themselves are below, for whoever does not see the lines. */
export default function ChartView({ chart }: { chart: Chart }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current
    if (box === null) return
    const colour = (name: string) => painted(box, name)
    const axis = {
      font: `12px ${getComputedStyle(box).fontFamily}`,
      stroke: colour('soft'),
      grid: { stroke: colour('line'), width: 1 },
      ticks: { stroke: colour('line') },
    }
    const plot = new uPlot(
      {
        width: widthIn(box),
        height: HEIGHT,
        scales: { x: { time: chart.times } },
        axes: [axis, { ...axis, ...sideOf(chart) }],
        series: [
          {},
          ...chart.series.map(({ label }, index) => ({
            label,
            stroke: colour(COLOURS[index % COLOURS.length] ?? 'sprout'),
            width: 2,
          })),
        ],
      },
      [[...chart.x], ...chart.series.map(({ values }) => [...values])],
      box,
    )
    // Until somebody points at another one, the legend tells the latest figures.
    plot.setLegend({ idx: chart.x.length - 1 })
    const sized = new ResizeObserver(() => plot.setSize({ width: widthIn(box), height: HEIGHT }))
    sized.observe(box)
    return () => {
      sized.disconnect()
      plot.destroy()
    }
  }, [chart])
  return (
    <div className="space-y-3">
      <div
        ref={place}
        role="img"
        aria-label={`Chart of ${chart.series.map(({ label }) => label).join(', ')}, ${chart.x.length} points`}
        className="min-w-0 overflow-hidden rounded-md border border-line bg-panel p-2 text-soft [&_.uplot]:font-sans [&_th]:font-medium"
      />
      <details>
        <summary className="text-xs text-faint">The figures</summary>
        <div className="mt-2">
          <Table grid={figuresOf(chart)} />
        </div>
      </details>
    </div>
  )
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 })

/** Numbers short enough to be read beside the lines, with room for the longest of them. */
function sideOf({ unit }: Chart): uPlot.Axis {
  return {
    values: (_, ticks) => ticks.map(tick => short.format(tick)),
    size: (_, texts) => 18 + 8 * Math.max(2, ...(texts ?? []).map(text => text.length)),
    ...(unit !== undefined && { label: unit }),
  }
}

/** Without the padding of its frame. */
function widthIn(box: HTMLElement): number {
  return Math.max(160, box.clientWidth - 16)
}

/** A token as the colour it is in this theme: a canvas does not know what `light-dark()` means. */
function painted(box: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--color-${name})`
  box.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function figuresOf({ x, times, series }: Chart) {
  return {
    columns: ['x', ...series.map(({ label }) => label)],
    rows: x.map((at, index) => [
      times ? new Date(at * 1000).toISOString() : at,
      ...series.map(({ values }) => values[index]),
    ]),
  }
}
