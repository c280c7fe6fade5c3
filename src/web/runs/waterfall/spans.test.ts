import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgentEvent } from '../../../agents/model.ts'

import type { RunDetail } from '../../api/types.ts'
import { agentSteps } from './agent-steps.ts'
import { barOf, scaleOf, spansOf, ticksOf } from './spans.ts'

const START = Date.parse('2026-01-02T10:00:00Z')

function run(id: string, from: number, to: number | undefined, parent?: string): RunDetail {
  return {
    id,
    kind: 'exec',
    label: `run ${id}`,
    cwd: '/',
    status: to === undefined ? 'running' : 'succeeded',
    level: 'group',
    actor: { kind: 'person', id: 'person', door: 'cli' },
    trigger: 'run.exec',
    started_at: new Date(START + from).toISOString(),
    ...(to !== undefined && { ended_at: new Date(START + to).toISOString() }),
    ...(parent !== undefined && { parent }),
  } as RunDetail
}

test('what a run started follows it, one step further in, whatever started in between', () => {
  const root = run('a', 0, 100)
  const runs = [run('b', 10, 60, 'a'), run('c', 20, 30, 'a'), run('d', 25, 50, 'b')]
  const spans = spansOf({ root, runs, steps: [], now: START + 200 })
  expect(spans.map(({ run: id, depth, inside }) => [id, depth, inside])).toEqual([
    ['a', 0, undefined],
    ['b', 1, 'run a'],
    ['d', 2, 'run b'],
    ['c', 1, 'run a'],
  ])
})

test('a run under way reaches to now', () => {
  const [root] = spansOf({ root: run('a', 0, undefined), runs: [], steps: [], now: START + 200 })
  expect(root).toMatchObject({ from: START, to: START + 200, word: 'Running' })
})

test('steps of the agent are between the runs that start around them', () => {
  const step = (n: number, from: number) => ({
    n,
    label: `${n}`,
    word: 'Done',
    tone: 'plain' as const,
    from: START + from,
  })
  const spans = spansOf({
    root: run('a', 0, 100),
    runs: [run('b', 10, 60, 'a'), run('d', 25, 50, 'b')],
    steps: [step(1, 5), step(2, 30)],
    now: START,
  })
  expect(spans.map(({ key }) => key)).toEqual(['a', 'step 1', 'b', 'd', 'step 2'])
})

test('every bar is inside of the picture and can be seen', () => {
  const moment = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(moment, moment), { minLength: 1, maxLength: 20 }), times => {
      const runs = times.map(([from, length], index) => run(`r${index}`, from, from + length))
      const spans = runs.flatMap(root => spansOf({ root, runs: [], steps: [], now: START }))
      const scale = scaleOf(spans)
      for (const span of spans) {
        const { left, width } = barOf(span, scale)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(width).toBeGreaterThan(0)
        expect(left + width).toBeLessThanOrEqual(100.001)
      }
    }),
  )
})

test('ticks are round and few', () => {
  expect(ticksOf({ from: 0, span: 9_000 })).toEqual([0, 5_000])
  expect(ticksOf({ from: 0, span: 3_500 })).toEqual([0, 1_000, 2_000, 3_000])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e10 }), span => {
      const ticks = ticksOf({ from: 0, span })
      expect(ticks[0]).toBe(0)
      expect(ticks.length).toBeLessThanOrEqual(4)
      expect(ticks.every(tick => tick < span)).toBe(true)
    }),
  )
})

test('an answer in pieces is one step, and a call lasts from its first event to its last', () => {
  const events = [
    { n: 1, t: 10, type: 'thought', text: 'hm' },
    { n: 2, t: 20, type: 'text', text: 'I look' },
    { n: 3, t: 30, type: 'tool', call: 'x', title: 'Read a.ts', status: 'pending' },
    { n: 4, t: 40, type: 'permission', permission: 'p', title: 'Write a.ts' },
    { n: 5, t: 70, type: 'answered', permission: 'p', answer: 'allow' },
    { n: 6, t: 80, type: 'tool', call: 'x', status: 'completed' },
    { n: 7, t: 90, type: 'text', text: 'Done' },
  ] as AgentEvent[]
  expect(agentSteps(events).map(({ label, from, to }) => [label, from, to])).toEqual([
    ['Thinking and answering', 10, 20],
    ['Read a.ts', 30, 80],
    ['Permission: Write a.ts', 40, 70],
    ['Thinking and answering', 90, 90],
  ])
})
