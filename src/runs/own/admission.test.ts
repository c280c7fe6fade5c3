import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admitRuns, positionOf, type QueuedRun } from './admission.ts'

const queued = (id: string, more: Partial<QueuedRun> = {}): QueuedRun => ({
  id,
  state: 'queued',
  since: id.charCodeAt(0),
  nested: false,
  ...more,
})
const running = (id: string, more: Partial<QueuedRun> = {}): QueuedRun => ({ ...queued(id, more), state: 'running' })

test('the earliest go first, as many as there are places', () => {
  expect(admitRuns([queued('c'), queued('a'), queued('b')], 2)).toEqual(['a', 'b'])
  expect(admitRuns([queued('c'), running('a'), queued('b')], 2)).toEqual(['b'])
})

test('one of an exclusive group goes at a time, and others pass by', () => {
  const deploys = [running('a', { exclusive: 'deploy' }), queued('b', { exclusive: 'deploy' }), queued('c')]
  expect(admitRuns(deploys, 4)).toEqual(['c'])
  expect(admitRuns(deploys.slice(1), 4)).toEqual(['b', 'c'])
})

test('nobody overtakes within an exclusive group', () => {
  const both = [running('a'), queued('b', { exclusive: 'deploy' }), queued('c', { exclusive: 'deploy', nested: true })]
  expect(admitRuns(both, 1)).toEqual([])
})

test('a run inside a run waits for no place', () => {
  expect(admitRuns([running('a'), queued('b', { nested: true })], 1)).toEqual(['b'])
})

test('the position counts those ahead', () => {
  expect(positionOf('c', [queued('a'), running('b'), queued('c')])).toBe(2)
  expect(positionOf('c', [running('b'), queued('c')])).toBe(1)
  expect(positionOf('c', [running('a'), running('b', { exclusive: 'x' }), queued('c', { exclusive: 'x' })])).toBe(1)
  expect(positionOf('b', [running('b')])).toBe(-1)
})

const candidates = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    state: fc.constantFrom('queued' as const, 'running' as const),
    nested: fc.boolean(),
    since: fc.integer({ min: 0, max: 3 }),
    exclusive: fc.constantFrom('x', 'y', undefined),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)

test('what is admitted never breaks a limit that held before', () => {
  fc.assert(
    fc.property(candidates, fc.integer({ min: 1, max: 5 }), (drawn, concurrency) => {
      const before = drawn.map(({ exclusive, ...rest }) => ({ ...rest, ...(exclusive !== undefined && { exclusive }) }))
      const admitted = admitRuns(before, concurrency)
      const after = before.filter(({ id, state }) => state === 'running' || admitted.includes(id))
      const places = after.filter(({ nested }) => !nested).length
      const had = before.filter(({ state, nested }) => state === 'running' && !nested).length
      expect(places).toBeLessThanOrEqual(Math.max(concurrency, had))
      for (const group of ['x', 'y']) {
        const members = after.filter(({ exclusive }) => exclusive === group)
        const were = before.filter(({ exclusive, state }) => exclusive === group && state === 'running')
        expect(members.length).toBeLessThanOrEqual(Math.max(1, were.length))
      }
    }),
  )
})

test('somebody goes whenever a place is free and nothing exclusive bars the way', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 5 }),
      (ids, places) => {
        const all = [...new Set(ids)].map(id => queued(id))
        expect(admitRuns(all, places)).toHaveLength(Math.min(all.length, places))
      },
    ),
  )
})
