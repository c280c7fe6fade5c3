import type { Trace } from './types.ts'

export interface Placed {
  readonly id: string
  readonly kind: string
  readonly x: number
  readonly y: number
}

const COLUMNS = { ADR: 0, BR: 0, FR: 1, NFR: 1, TASK: 2 } as const
const WIDTH = 260
const HEIGHT = 34

/**
 * Rules and decisions on the left, requirements in the middle, tasks by their waves on the right. Every other column
 * stands half a row lower, so that a line to the column after the next passes between its boxes, not behind one.
 */
export function placeNodes({ nodes, waves }: Pick<Trace, 'nodes' | 'waves'>): Placed[] {
  const filled = new Map<number, number>()
  return nodes.map(({ id, kind }) => {
    const wave = Math.max(
      0,
      waves.findIndex(tasks => tasks.includes(id)),
    )
    const column = COLUMNS[kind] + (kind === 'TASK' ? wave : 0)
    const row = filled.get(column) ?? 0
    filled.set(column, row + 1)
    return { id, kind, x: column * WIDTH + 60, y: row * HEIGHT + 24 + (column % 2) * (HEIGHT / 2) }
  })
}

export function extentOf(placed: readonly Placed[]): { width: number; height: number } {
  return {
    width: Math.max(0, ...placed.map(({ x }) => x)) + 70,
    height: Math.max(0, ...placed.map(({ y }) => y)) + 24,
  }
}
