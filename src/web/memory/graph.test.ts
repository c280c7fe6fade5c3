import { expect, test } from 'vitest'
import { BOX, placeEdge, placeRecordNodes, recordGraphExtent } from './graph.ts'

const RELATED = [
  { id: 2, depth: 1 },
  { id: 3, depth: 1 },
  { id: 4, depth: 1 },
  { id: 5, depth: 2 },
]

test('records stand in a column for each step, no two in one place, and all in the picture', () => {
  const nodes = placeRecordNodes(1, RELATED)
  expect(nodes.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(5)
  expect(new Set(nodes.filter(({ depth }) => depth === 1).map(({ x }) => x)).size).toBe(1)
  const { width, height } = recordGraphExtent(nodes)
  for (const { x, y } of nodes) {
    expect(x + BOX.width).toBeLessThan(width)
    expect(y + BOX.height).toBeLessThan(height)
  }
})

test('a line between two columns stays in the gap between them, and words of one record do not cover each other', () => {
  const [one, two] = placeRecordNodes(1, RELATED)
  if (one === undefined || two === undefined) throw new Error('nothing was placed')
  const { path, label } = placeEdge(one, two, 0)
  const xs = [...path.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x))
  for (const x of xs) {
    expect(x).toBeGreaterThanOrEqual(one.x + BOX.width)
    expect(x).toBeLessThanOrEqual(two.x)
  }
  expect(Math.abs(placeEdge(two, one, 1).label.y - label.y)).toBeGreaterThan(10)
})

test('a line within a column bends around the records between its ends', () => {
  const [, two, , four] = placeRecordNodes(1, RELATED)
  if (two === undefined || four === undefined) throw new Error('nothing was placed')
  expect(placeEdge(two, four, 0).label.x).toBeGreaterThan(two.x + BOX.width)
})
