import { type ReactNode, useEffect, useState } from 'react'
import { classes } from '../../parts/classes.ts'
import { CommandFold } from '../../parts/text/CommandFold.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { useScrollIntoView } from '../../parts/useScrollIntoView.ts'
import { capitalizedLabel } from '../exploration-labels.ts'
import type { ExplorationTransition, MachineGraph } from '../exploration-types.ts'
import { layout, type PlacedState, STATE_BOX } from './machine-layout.ts'

/** The states as they stand now; the list below says the same in words, with what blocks each way and what mends it. */
export function Machine({ graph, ways }: { graph: MachineGraph; ways: readonly ExplorationTransition[] }) {
  return (
    <>
      <Folding>
        <Drawn graph={graph} />
      </Folding>
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

const SEEN = 'furrow.machine'

/** Drawn large on the first visit of this browser; after that it opens when it is wanted. */
function Folding({ children }: { children: ReactNode }) {
  const [isOpen] = useState(() => localStorage.getItem(SEEN) === null)
  useEffect(() => {
    // Leaving is what ends the first look.
    return () => localStorage.setItem(SEEN, 'seen')
  }, [])
  return (
    <details open={isOpen}>
      <summary className="w-fit text-sm text-sprout">State diagram</summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}

const LINES: Readonly<Record<MachineGraph['edges'][number]['standing'], string>> = {
  open: 'stroke-sprout stroke-2',
  blocked: 'stroke-rust stroke-2 [stroke-dasharray:5_4]',
  elsewhere: 'stroke-line-strong/60',
}

function Drawn({ graph }: { graph: MachineGraph }) {
  const { width, height, states, edges } = layout(graph)
  const current = graph.states.find(state => state.current)
  const line = useScrollIntoView<HTMLElement>('[data-shown]', current?.name)
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
        width={STATE_BOX.width}
        height={STATE_BOX.height}
        rx={terminal ? STATE_BOX.height / 2 : 8}
        className={current ? 'fill-sprout-wash stroke-sprout stroke-2' : 'fill-panel stroke-line-strong/70'}
      />
      <text
        x={x + STATE_BOX.width / 2}
        y={y + STATE_BOX.height / 2 + 5}
        textAnchor="middle"
        className={classes('text-[14px]', current ? 'fill-ink font-semibold' : 'fill-soft')}
      >
        {name}
      </text>
    </g>
  )
}

function WayLine({ way }: { way: ExplorationTransition }) {
  return (
    <li className="min-w-0 rounded-md border border-line px-4 py-3">
      <p className="flex items-start gap-2">
        <Icon
          name={way.blocked ? 'stop' : 'right'}
          className={classes('mt-1', way.blocked ? 'text-rust' : 'text-sprout')}
        />
        <span className="min-w-0">
          <span className="font-medium">To {way.to}</span>
          <span className="text-soft">{way.blocked ? ' is blocked:' : `. ${way.summary}`}</span>
        </span>
      </p>
      {way.reasons.length > 0 && (
        <ul className="mt-2 space-y-2">
          {way.reasons.slice(0, 4).map((reason, index) => (
            <li key={reason.message}>
              <p className="mb-1 text-sm break-words whitespace-pre-line">{capitalizedLabel(reason.message)}</p>
              {/* The first speaks for all; where each has its own way out, that is shown once. */}
              {reason.fix && (index > 0 || way.reasons[1]?.fix !== reason.fix) && <CommandFold command={reason.fix} />}
            </li>
          ))}
          {way.reasons.length > 4 && <li className="text-sm text-soft">and {way.reasons.length - 4} more</li>}
        </ul>
      )}
    </li>
  )
}
