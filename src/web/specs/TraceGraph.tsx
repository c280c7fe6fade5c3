import { extentOf, placeNodes } from './trace-graph.ts'
import type { Trace } from './types.ts'

const FILLS: Readonly<Record<string, string>> = {
  FR: 'fill-sprout-wash stroke-sprout',
  NFR: 'fill-sprout-wash stroke-sprout',
  BR: 'fill-clay-wash stroke-clay',
  ADR: 'fill-amber-wash stroke-amber',
  TASK: 'fill-sky-wash stroke-sky',
}

/** The picture helps the eye; the matrix above says the same in words. */
export function TraceGraph({ trace }: { trace: Trace }) {
  const placed = placeNodes(trace)
  const at = new Map(placed.map(node => [node.id, node]))
  const { width, height } = extentOf(placed)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="max-h-[32rem] overflow-auto">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {trace.edges.map(({ from, to, kind }) => {
          const [a, b] = [at.get(from), at.get(to)]
          return (
            a &&
            b && (
              <path
                key={`${from}${to}${kind}`}
                d={`M${a.x} ${a.y} C${(a.x + b.x) / 2} ${a.y} ${(a.x + b.x) / 2} ${b.y} ${b.x} ${b.y}`}
                className="fill-none stroke-line-strong"
                {...(kind !== 'covers' && { strokeDasharray: '4 3' })}
              />
            )
          )
        })}
        {placed.map(({ id, kind, x, y }) => (
          <g key={id}>
            <rect x={x - 44} y={y - 12} width={88} height={24} rx={6} className={FILLS[kind]} />
            <text x={x} y={y + 4} textAnchor="middle" className="fill-ink text-[11px]">
              {id}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
