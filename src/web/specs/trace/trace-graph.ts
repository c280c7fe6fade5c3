import type { TraceDetail } from '../spec-types.ts'

export interface PlacedTraceNode {
  readonly id: string
  readonly kind: string
  readonly column: number
  readonly x: number
  readonly y: number
}

export interface GraphPoint {
  readonly x: number
  readonly y: number
}

const COLUMNS = { ADR: 0, BR: 0, FR: 1, NFR: 1, TASK: 2 } as const
const WIDTH = 260
const HEIGHT = 34
export const TRACE_BOX = { width: 88, height: 24 } as const

/**
 * Rules and decisions on the left, requirements in the middle, tasks by their waves on the right. Every other column
 * is half a row lower.
 */
export function placeTraceNodes({ nodes, waves }: Pick<TraceDetail, 'nodes' | 'waves'>): PlacedTraceNode[] {
  const filled = new Map<number, number>()
  return nodes.map(({ id, kind }) => {
    const wave = Math.max(
      0,
      waves.findIndex(tasks => tasks.includes(id)),
    )
    const column = COLUMNS[kind] + (kind === 'TASK' ? wave : 0)
    const row = filled.get(column) ?? 0
    filled.set(column, row + 1)
    return { id, kind, column, x: column * WIDTH + 60, y: row * HEIGHT + 24 + (column % 2) * (HEIGHT / 2) }
  })
}

export function traceGraphExtent(placed: readonly PlacedTraceNode[]): { width: number; height: number } {
  return {
    width: Math.max(0, ...placed.map(({ x }) => x)) + 70,
    height: Math.max(0, ...placed.map(({ y }) => y)) + 24,
  }
}

/**
 * The points of an edge from the side of one box to the side of the other. It crosses every column between them in the
 * gap between two rows, so no edge runs behind a box that it has nothing to do with.
 */
export function routeEdge(from: PlacedTraceNode, to: PlacedTraceNode): GraphPoint[] {
  const half = TRACE_BOX.width / 2
  if (from.column === to.column)
    return [
      { x: from.x - half, y: from.y },
      { x: to.x - half, y: to.y },
    ]
  const by = from.column < to.column ? 1 : -1
  const middle = []
  for (let column = from.column + by; column !== to.column; column += by) {
    const share = (column - from.column) / (to.column - from.column)
    const y = gapNear(column, from.y + (to.y - from.y) * share)
    const x = column * WIDTH + 60
    middle.push({ x: x - by * (half + 8), y }, { x: x + by * (half + 8), y })
  }
  return [{ x: from.x + by * half, y: from.y }, ...middle, { x: to.x - by * half, y: to.y }]
}

/** The middle between two rows of a column, nearest to a height. */
function gapNear(column: number, y: number): number {
  const first = 24 + (column % 2) * (HEIGHT / 2) - HEIGHT / 2
  return first + Math.round((y - first) / HEIGHT) * HEIGHT
}

/** A curve through the points that leaves and reaches each of them level. */
export function curveThrough(points: readonly GraphPoint[], isSameColumn: boolean): string {
  const [start, ...rest] = points
  if (start === undefined) return ''
  let last = start
  const parts = rest.map(point => {
    const bend = isSameColumn ? Math.min(last.x, point.x) - 30 : (last.x + point.x) / 2
    const part = `C${bend} ${last.y} ${bend} ${point.y} ${point.x} ${point.y}`
    last = point
    return part
  })
  return `M${start.x} ${start.y} ${parts.join(' ')}`
}
