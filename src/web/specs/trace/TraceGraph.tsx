import { useId } from 'react'
import type { TraceDetail } from '../spec-types.ts'
import { curveThrough, placeTraceNodes, routeEdge, TRACE_BOX, traceGraphExtent } from './trace-graph.ts'

const FILLS: Readonly<Record<string, string>> = {
  FR: 'fill-sprout-wash stroke-sprout',
  NFR: 'fill-sprout-wash stroke-sprout',
  BR: 'fill-clay-wash stroke-clay',
  ADR: 'fill-amber-wash stroke-amber',
  TASK: 'fill-sky-wash stroke-sky',
}

/** The picture helps the eye; the matrix above says the same in words. */
export function TraceGraph({ trace }: { trace: TraceDetail }) {
  const arrow = useId()
  const placed = placeTraceNodes(trace)
  const at = new Map(placed.map(node => [node.id, node]))
  const titles = new Map(trace.nodes.map(({ id, title }) => [id, title]))
  const { width, height } = traceGraphExtent(placed)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-[32rem] overflow-auto">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <ArrowHead id={arrow} />
          {trace.edges.map(({ from, to, kind }) => {
            const [a, b] = [at.get(from), at.get(to)]
            return (
              a &&
              b && (
                <path
                  key={`${from}${to}${kind}`}
                  data-edge={`${from} ${to}`}
                  d={curveThrough(routeEdge(a, b), a.column === b.column)}
                  markerEnd={`url(#${arrow})`}
                  className="fill-none stroke-line-strong"
                  {...(kind !== 'covers' && { strokeDasharray: '4 3' })}
                />
              )
            )
          })}
          {placed.map(({ id, kind, x, y }) => (
            <g key={id}>
              <title>{`${id} ${titles.get(id) ?? ''}`}</title>
              <rect
                x={x - TRACE_BOX.width / 2}
                y={y - TRACE_BOX.height / 2}
                width={TRACE_BOX.width}
                height={TRACE_BOX.height}
                rx={6}
                className={FILLS[kind]}
              />
              <text x={x} y={y + 4} textAnchor="middle" className="fill-ink text-[11px]">
                {id}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <Legend />
    </>
  )
}

function ArrowHead({ id }: { id: string }) {
  return (
    <defs>
      <marker id={id} viewBox="0 0 8 8" refX={7} refY={4} markerWidth={7} markerHeight={7} orient="auto-start-reverse">
        <path d="M0 0 8 4 0 8z" className="fill-line-strong" />
      </marker>
    </defs>
  )
}

const KINDS = [
  ['FR', 'Requirement'],
  ['BR', 'Business rule'],
  ['ADR', 'Decision'],
  ['TASK', 'Task, by wave'],
] as const

function Legend() {
  return (
    <ul aria-label="Legend" className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-xs text-soft">
      {KINDS.map(([kind, label]) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg width={18} height={12} aria-hidden="true">
            <rect x={1} y={1} width={16} height={10} rx={3} className={FILLS[kind]} />
          </svg>
          {label}
        </li>
      ))}
      {(['Covers', 'Depends on or mentions'] as const).map((label, index) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg width={26} height={12} aria-hidden="true">
            <path
              d="M1 6H22M18 2.5 23 6 18 9.5"
              className="fill-none stroke-line-strong"
              {...(index > 0 && { strokeDasharray: '4 3' })}
            />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}
