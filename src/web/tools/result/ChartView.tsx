import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useStateOf } from '../../api/state.ts'
import { theme } from '../../shell/prefs.ts'
import { legendOf } from './legend.ts'
import type { Chart } from './shape.ts'
import { Table } from './Table.tsx'

const COLOURS = ['sprout', 'sky', 'clay', 'ansi-magenta', 'amber', 'rust']
const HEIGHT = 300
const colourOf = (index: number) => COLOURS[index % COLOURS.length] ?? 'sprout'

/** Lines over time or number. The figures themselves are below, for whoever does not see the lines. */
export default function ChartView({ chart }: { chart: Chart }) {
  const place = useRef<HTMLDivElement>(null)
  const [pointed, point] = useState<number>()
  const chosen = useStateOf(theme)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme paints it anew
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
        legend: { show: false },
        hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? undefined)] },
        scales: { x: { time: chart.times } },
        axes: [axis, { ...axis, ...sideOf(chart) }],
        series: [
          {},
          ...chart.series.map(({ label }, index) => ({
            label,
            stroke: colour(colourOf(index)),
            width: 2,
          })),
        ],
      },
      [[...chart.x], ...chart.series.map(({ values }) => [...values])],
      box,
    )
    const sized = new ResizeObserver(() => plot.setSize({ width: widthIn(box), height: HEIGHT }))
    sized.observe(box)
    return () => {
      sized.disconnect()
      plot.destroy()
    }
  }, [chart, chosen])
  return (
    <div className="space-y-3">
      <div className="min-w-0 overflow-hidden rounded-md border border-line bg-panel p-2 text-soft">
        <div
          ref={place}
          role="img"
          aria-label={`Chart of ${chart.series.map(({ label }) => label).join(', ')}, ${chart.x.length} points`}
          className="[&_.uplot]:font-sans"
        />
        <Figures chart={chart} index={pointed} />
      </div>
      <details>
        <summary className="text-xs text-faint">The figures</summary>
        <div className="mt-2">
          <Table grid={figuresOf(chart)} />
        </div>
      </details>
    </div>
  )
}

/** What each line is called, with one figure of it. */
function Figures({ chart, index }: { chart: Chart; index: number | undefined }) {
  const { at, figures } = legendOf(chart, index)
  return (
    <ul aria-label="Lines" className="flex flex-wrap items-baseline gap-x-5 gap-y-1 px-2 pt-2 pb-1 text-xs">
      {figures.map(({ label, text }, line) => (
        <li key={label} className="flex min-w-0 items-baseline gap-1.5">
          <span
            aria-hidden="true"
            className="h-0.5 w-3.5 shrink-0 self-center rounded-full"
            style={{ backgroundColor: `var(--color-${colourOf(line)})` }}
          />
          <span className="min-w-0 break-words">{label}</span>
          <span className="tabular font-medium text-ink">{text}</span>
        </li>
      ))}
      <li className="tabular ml-auto">{at ?? 'latest'}</li>
    </ul>
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

function widthIn(box: HTMLElement): number {
  return Math.max(160, box.clientWidth)
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
