import { expect, test } from 'vitest'
import { idIn, stateOf } from './look.ts'
import { pointAt, polygon } from './radar.ts'
import { specsSearch } from './search.ts'
import { extentOf, placeNodes } from './trace-graph.ts'

test('the address keeps only what the page knows', () => {
  expect(specsSearch({ view: 'gate', stage: 'business-rules', round: '2', at: 'FR-002', other: 'x' })).toEqual({
    view: 'gate',
    stage: 'business-rules',
    round: '2',
    at: 'FR-002',
  })
  expect(specsSearch({ view: 'text', stage: '../x', round: '-1', at: 'x y' })).toEqual({})
})

test('the first axis points upwards, values stay within the circle', () => {
  expect(pointAt(100, { index: 0, of: 8, radius: 50 })).toEqual({ x: 0, y: -50 })
  expect(pointAt(50, { index: 2, of: 8, radius: 50 })).toEqual({ x: 25, y: 0 })
  expect(pointAt(900, { index: 4, of: 8, radius: 50 })).toEqual({ x: 0, y: 50 })
  expect(polygon([0, 0, 0], 50)).toBe('0,0 0,0 0,0')
})

test('what is missing or stale is said before what is done', () => {
  const done = { status: 'completed' as const, stale: [], missing: false }
  expect(stateOf(done)).toBe('done')
  expect(stateOf({ ...done, stale: ['sdd/proposal.md'] })).toBe('stale')
  expect(stateOf({ ...done, stale: ['sdd/proposal.md'], missing: true })).toBe('missing')
  expect(stateOf({ ...done, status: 'pending' })).toBe('to come')
})

test('the id that a finding speaks of is known', () => {
  expect(idIn('Nothing names ADR-001.')).toBe('ADR-001')
  expect(idIn('No id here, not even FR-x')).toBeUndefined()
})

test('nodes stand in columns, tasks by their waves, no two at one place', () => {
  const node = (id: string, kind: 'FR' | 'BR' | 'TASK') => ({ id, kind, title: '', path: '', line: 1 })
  const nodes = [
    node('BR-1', 'BR'),
    node('FR-1', 'FR'),
    node('FR-2', 'FR'),
    node('TASK-1', 'TASK'),
    node('TASK-2', 'TASK'),
  ]
  const placed = placeNodes({ nodes, waves: [['TASK-1'], ['TASK-2']] })
  expect(new Set(placed.map(({ x, y }) => `${x},${y}`)).size).toBe(5)
  // A line that passes a column runs between its boxes.
  expect(placed.map(({ y }) => y)).toEqual([24, 41, 75, 24, 41])
  expect(placed.map(({ x }) => x)).toEqual([60, 320, 320, 580, 840])
  expect(extentOf(placed)).toEqual({ width: 910, height: 99 })
})
