import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FeatureDetail } from '../board-types.ts'
import { burnUp, burnUpStepsOf, byDay, linePath } from './burn-up.ts'

const at = (day: number) => `2026-01-0${day}T10:00:00Z`
const task = (created: number, completed?: number) =>
  ({
    id: 'T1',
    title: 'A task',
    status: completed === undefined ? 'pending' : 'completed',
    labels: [],
    depends_on: [],
    created_at: at(created),
    ...(completed !== undefined && { completed_at: at(completed) }),
  }) as FeatureDetail['tasks'][number]

test('tasks and releases are counted, each from when it was added to when it was done', () => {
  const steps = burnUpStepsOf([
    {
      phase: 'released',
      history: [
        { phase: 'draft', at: at(1) },
        { phase: 'released', at: at(5) },
      ],
      tasks: [task(2, 3)],
    },
    { phase: 'draft', history: [{ phase: 'draft', at: at(4) }], tasks: [task(4)] },
  ])
  expect(burnUp(steps, Date.parse(at(6))).map(({ all, done }) => [all, done])).toEqual([
    [1, 0],
    [2, 0],
    [2, 1],
    [4, 1],
    [4, 2],
    [4, 2],
  ])
})

test('what was released and is worked on again is not done', () => {
  const history = [
    { phase: 'draft', at: at(1) },
    { phase: 'released', at: at(2) },
    { phase: 'implementation', at: at(3) },
  ] as FeatureDetail['history']
  expect(burnUpStepsOf([{ phase: 'implementation', history, tasks: [] }])).toEqual([{ added: Date.parse(at(1)) }])
})

test('no more is ever done than there is, and both only grow', () => {
  const one = fc.record({ added: fc.nat(1_000), took: fc.option(fc.nat(500)) })
  fc.assert(
    fc.property(fc.array(one), some => {
      const steps = some.map(({ added, took }) => ({ added, ...(took !== null && { done: added + took }) }))
      const points = burnUp(steps, 2_000)
      points.forEach(({ all, done }, index) => {
        expect(done).toBeLessThanOrEqual(all)
        expect(all).toBeGreaterThanOrEqual(points[index - 1]?.all ?? 0)
        expect(done).toBeGreaterThanOrEqual(points[index - 1]?.done ?? 0)
      })
    }),
  )
})

test('a line goes level to each moment, then up', () => {
  const points = [
    { at: 0, all: 1, done: 0 },
    { at: 10, all: 2, done: 1 },
  ]
  expect(linePath(points, ({ all }) => all, { width: 100, height: 40 })).toBe('M0 20H100V0')
  expect(linePath(points, ({ done }) => done, { width: 100, height: 40 })).toBe('M0 40H100V20')
  expect(linePath([], ({ all }) => all, { width: 100, height: 40 })).toBe('')
})

test('of each day the last figures count, the newest day first', () => {
  const points = [
    { at: 1, all: 1, done: 0 },
    { at: 2, all: 2, done: 0 },
    { at: 11, all: 2, done: 2 },
  ]
  expect(byDay(points, moment => (moment < 10 ? 'Monday' : 'Tuesday')).map(({ day, all }) => [day, all])).toEqual([
    ['Tuesday', 2],
    ['Monday', 2],
  ])
})
