export interface GraphNode {
  readonly id: number
  readonly depth: number
}

export interface PlacedNode extends GraphNode {
  readonly x: number
  readonly y: number
}

export const RING = 120

/** The record in the middle, what is one step away on the first ring, two steps on the second, and so on. */
export function placeNodes(centre: number, related: readonly GraphNode[]): PlacedNode[] {
  const depths = [...new Set(related.map(({ depth }) => depth))].sort((a, b) => a - b)
  const placed = depths.flatMap(depth => {
    const ring = related.filter(node => node.depth === depth)
    return ring.map((node, index) => {
      const angle = (2 * Math.PI * index) / ring.length - Math.PI / 2 + depth * 0.4
      return { ...node, x: Math.cos(angle) * RING * depth, y: Math.sin(angle) * RING * depth }
    })
  })
  return [{ id: centre, depth: 0, x: 0, y: 0 }, ...placed]
}

/** How far the drawing reaches from its middle. */
export function extentOf(nodes: readonly PlacedNode[]): number {
  return Math.max(RING, ...nodes.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)))) + 50
}
