import { expect, test } from 'vitest'
import { extentOf, placeNodes, RING } from './graph.ts'

test('the record stands in the middle and everything else as far away as it is related', () => {
  const nodes = placeNodes(7, [
    { id: 1, depth: 1 },
    { id: 2, depth: 1 },
    { id: 3, depth: 2 },
  ])
  expect(nodes[0]).toEqual({ id: 7, depth: 0, x: 0, y: 0 })
  for (const { x, y, depth } of nodes) expect(Math.hypot(x, y)).toBeCloseTo(depth * RING)
  expect(new Set(nodes.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)).size).toBe(nodes.length)
})

test('nothing is drawn outside the picture', () => {
  const nodes = placeNodes(
    1,
    Array.from({ length: 30 }, (_, id) => ({ id: id + 2, depth: 1 + (id % 3) })),
  )
  const extent = extentOf(nodes)
  expect(nodes.every(({ x, y }) => Math.abs(x) < extent && Math.abs(y) < extent)).toBe(true)
})
