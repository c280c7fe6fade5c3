export interface GraphNode {
  readonly id: number
  readonly depth: number
}

export interface PlacedNode extends GraphNode {
  readonly x: number
  readonly y: number
}

export interface PlacedEdge {
  readonly path: string
  /** Where its word stands, beside the line. */
  readonly label: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' }
}

export const BOX = { width: 200, height: 34 } as const
const GAP = 130
const ROW = 62
const MARGIN = 12
/** How far a line between two records of one column bends out. */
const BEND = 46
const LINE = 13

/** The record on the left, what is one step away in the next column, two steps in the one after it, and so on. */
export function placeRecordNodes(centre: number, related: readonly GraphNode[]): PlacedNode[] {
  const nodes = [{ id: centre, depth: 0 }, ...related]
  const tallest = Math.max(...nodes.map(({ depth }) => nodes.filter(node => node.depth === depth).length))
  return nodes.map(node => {
    const column = nodes.filter(({ depth }) => depth === node.depth)
    const top = MARGIN + ((tallest - column.length) * ROW) / 2
    return {
      ...node,
      x: MARGIN + node.depth * (BOX.width + GAP),
      y: top + column.indexOf(node) * ROW,
    }
  })
}

export function recordGraphExtent(nodes: readonly PlacedNode[]): { width: number; height: number } {
  return {
    width: Math.max(...nodes.map(({ x }) => x)) + BOX.width + BEND + GAP / 2,
    height: Math.max(...nodes.map(({ y }) => y)) + BOX.height + MARGIN,
  }
}

/** A line between two records; `earlier` lines end at the same one, and their words stand below this one. */
export function placeEdge(from: PlacedNode, to: PlacedNode, earlier: number): PlacedEdge {
  const middle = ({ y }: PlacedNode) => y + BOX.height / 2
  if (from.depth === to.depth) {
    const x = from.x + BOX.width
    return {
      path: `M${x} ${middle(from)} C${x + BEND} ${middle(from)} ${x + BEND} ${middle(to)} ${x} ${middle(to)}`,
      label: { x: x + BEND - 8, y: (middle(from) + middle(to)) / 2 + 4 + earlier * LINE, anchor: 'start' },
    }
  }
  const deeper = from.depth > to.depth ? from : to
  const start = from === deeper ? from.x : from.x + BOX.width
  const end = to === deeper ? to.x : to.x + BOX.width
  const bend = (start + end) / 2
  return {
    path: `M${start} ${middle(from)} C${bend} ${middle(from)} ${bend} ${middle(to)} ${end} ${middle(to)}`,
    label: { x: deeper.x - 10, y: middle(deeper) - 5 - earlier * LINE, anchor: 'end' },
  }
}
