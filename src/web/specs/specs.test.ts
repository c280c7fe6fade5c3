import { expect, test } from 'vitest'
import { pointAt, polygon } from './gate/radar.ts'
import { changesSince, signed } from './gate/round-changes.ts'
import { idIn, stageStateOf } from './spec-labels.ts'
import { specsSearch } from './spec-params.ts'
import { placeTraceNodes, routeEdge, TRACE_BOX, traceGraphExtent } from './trace/trace-graph.ts'

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
  expect(stageStateOf(done)).toBe('done')
  expect(stageStateOf({ ...done, stale: ['sdd/proposal.md'] })).toBe('stale')
  expect(stageStateOf({ ...done, stale: ['sdd/proposal.md'], missing: true })).toBe('missing')
  expect(stageStateOf({ ...done, status: 'pending' })).toBe('to come')
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
  const placed = placeTraceNodes({ nodes, waves: [['TASK-1'], ['TASK-2']] })
  expect(new Set(placed.map(({ x, y }) => `${x},${y}`)).size).toBe(5)
  // A line that passes a column runs between its boxes.
  expect(placed.map(({ y }) => y)).toEqual([24, 41, 75, 24, 41])
  expect(placed.map(({ x }) => x)).toEqual([60, 320, 320, 580, 840])
  expect(traceGraphExtent(placed)).toEqual({ width: 910, height: 99 })
})

test('D13: an edge passes the columns between its ends without running behind a box', () => {
  const node = (id: string, kind: 'FR' | 'BR' | 'TASK') => ({ id, kind, title: '', path: '', line: 1 })
  const many = (kind: 'FR' | 'BR' | 'TASK') => Array.from({ length: 7 }, (_, n) => node(`${kind}-${n}`, kind))
  const tasks = many('TASK').map(({ id }) => id)
  const placed = placeTraceNodes({
    nodes: [...many('BR'), ...many('FR'), ...many('TASK')],
    waves: tasks.map(id => [id]),
  })
  for (const from of placed)
    for (const to of placed) {
      const between = placed.filter(
        ({ column }) => column > Math.min(from.column, to.column) && column < Math.max(from.column, to.column),
      )
      for (const box of between)
        for (const { x, y } of routeEdge(from, to))
          if (Math.abs(x - box.x) <= TRACE_BOX.width / 2 + 8)
            expect(Math.abs(y - box.y)).toBeGreaterThan(TRACE_BOX.height / 2)
    }
  const [rule, task] = [placed.find(({ id }) => id === 'BR-0'), placed.find(({ id }) => id === 'TASK-0')]
  if (rule === undefined || task === undefined) throw new Error('nothing was placed')
  expect(routeEdge(rule, task)).toHaveLength(4)
  expect(routeEdge(rule, task).at(-1)?.x).toBe(task.x - TRACE_BOX.width / 2)
})

test('what a round of the gate changed is said against the round before', () => {
  const rounds = [
    { round: 1, score: 60, scores: { scope: 50, users: 70 } },
    { round: 2, score: 75, scores: { scope: 80, users: 70 } },
  ]
  const [first, second] = rounds as [(typeof rounds)[0], (typeof rounds)[0]]
  expect(changesSince(rounds, first)).toBeUndefined()
  expect(changesSince(rounds, second)).toEqual({ since: 1, score: 15, dimensions: [{ name: 'scope', by: 30 }] })
  expect([signed(5), signed(-5), signed(0)]).toEqual(['+5', '\u22125', '\u00b10'])
})
