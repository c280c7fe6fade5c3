import { CopyLine } from '../parts/Code.tsx'
import { classes } from '../parts/classes.ts'
import { Icon } from '../parts/Icon.tsx'
import { useInSight } from '../parts/inSight.ts'
import { BOX, layout, type PlacedState } from './layout.ts'
import type { Graph, Way } from './types.ts'

/** The states as they stand now; the list below says the same in words, with what blocks each way and what mends it. */
export function Machine({ graph, ways }: { graph: Graph; ways: readonly Way[] }) {
  return (
    <>
      <Drawn graph={graph} />
      {ways.length > 0 && (
        <ul aria-label="Ways from here" className="mt-4 grid items-start gap-3 md:grid-cols-2">
          {ways.map(way => (
            <WayLine key={way.event} way={way} />
          ))}
        </ul>
      )}
    </>
  )
}

const LINES: Readonly<Record<Graph['edges'][number]['standing'], string>> = {
  open: 'stroke-sprout stroke-2',
  blocked: 'stroke-rust stroke-2 [stroke-dasharray:5_4]',
  elsewhere: 'stroke-line-strong/60',
}

function Drawn({ graph }: { graph: Graph }) {
  const { width, height, states, edges } = layout(graph)
  const current = graph.states.find(state => state.current)
  const line = useInSight<HTMLElement>('[data-shown]', current?.name)
  return (
    <section
      ref={line}
      aria-label="State machine"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ minWidth: Math.min(width, 640) }}
        role="img"
        aria-label={`The project is in ${current?.name ?? 'no state'}`}
        className="max-h-72 w-full"
      >
        <defs>
          <marker
            id="way-end"
            viewBox="0 0 8 8"
            refX="6"
            refY="4"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M 0 0 L 8 4 L 0 8 z" className="fill-line-strong" />
          </marker>
        </defs>
        {edges.map(({ event, from, path, standing }) => (
          <path key={`${from}-${event}`} d={path} fill="none" markerEnd="url(#way-end)" className={LINES[standing]} />
        ))}
        {states.map(state => (
          <Box key={state.name} state={state} />
        ))}
      </svg>
    </section>
  )
}

function Box({ state: { name, x, y, current, terminal } }: { state: PlacedState }) {
  return (
    <g data-shown={current || undefined}>
      <rect
        x={x}
        y={y}
        width={BOX.width}
        height={BOX.height}
        rx={terminal ? BOX.height / 2 : 8}
        className={current ? 'fill-sprout-wash stroke-sprout stroke-2' : 'fill-panel stroke-line-strong/70'}
      />
      <text
        x={x + BOX.width / 2}
        y={y + BOX.height / 2 + 5}
        textAnchor="middle"
        className={classes('text-[14px]', current ? 'fill-ink font-semibold' : 'fill-soft')}
      >
        {name}
      </text>
    </g>
  )
}

function WayLine({ way }: { way: Way }) {
  return (
    <li className="min-w-0 rounded-md border border-line px-4 py-3">
      <p className="flex items-start gap-2">
        <Icon
          name={way.blocked ? 'stop' : 'right'}
          className={classes('mt-1', way.blocked ? 'text-rust' : 'text-sprout')}
        />
        <span className="min-w-0">
          <span className="font-medium">To {way.to}</span>
          <span className="text-soft">{way.blocked ? ', but something is in the way:' : `. ${way.summary}`}</span>
        </span>
      </p>
      {way.reasons.length > 0 && (
        <ul className="mt-2 space-y-2">
          {way.reasons.slice(0, 4).map((reason, index) => (
            <li key={reason.message}>
              <p className="mb-1 text-sm break-words whitespace-pre-line">{reason.message}</p>
              {/* The first speaks for all; where each has its own way out, that is shown once. */}
              {reason.fix && (index > 0 || way.reasons[1]?.fix !== reason.fix) && <CopyLine text={reason.fix} />}
            </li>
          ))}
          {way.reasons.length > 4 && <li className="text-sm text-soft">and {way.reasons.length - 4} more</li>}
        </ul>
      )}
    </li>
  )
}
