import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOf, daysOf, figuresOf, type RunSample, rateOf } from './trend.ts'

const sample = (id: string, status: RunSample['status'], ms: number, at = `2026-01-02T10:00:0${id}Z`): RunSample => ({
  id,
  status,
  ms,
  at,
})

test('a cancelled run counts neither for nor against', () => {
  const figures = figuresOf([
    sample('1', 'succeeded', 100),
    sample('2', 'failed', 900),
    sample('3', 'cancelled', 5),
    sample('4', 'succeeded', 300),
  ])
  expect(figures).toEqual({ runs: 4, judged: 3, succeeded: 2, median: 100, slowest: 300 })
  expect(rateOf(figures)).toBe('66%')
  expect(rateOf(figuresOf([sample('1', 'cancelled', 5)]))).toBeUndefined()
})

test('a failure is never rounded away', () => {
  const samples = Array.from({ length: 400 }, (_, n) => sample(String(n), n === 0 ? 'failed' : 'succeeded', 1))
  expect(rateOf(figuresOf(samples))).toBe('99%')
})

test('days have their own figures, the newest first', () => {
  const days = daysOf(
    [
      sample('1', 'succeeded', 10, '2026-01-02T10:00:00Z'),
      sample('2', 'failed', 20, '2026-01-03T10:00:00Z'),
      sample('3', 'succeeded', 30, '2026-01-02T11:00:00Z'),
    ],
    at => at.slice(0, 10),
  )
  expect(days.map(({ day, runs, succeeded }) => [day, runs, succeeded])).toEqual([
    ['2026-01-03', 1, 0],
    ['2026-01-02', 2, 2],
  ])
})

test('bars go from the oldest to the newest, and each can be seen', () => {
  expect(
    barsOf([sample('3', 'failed', 50), sample('1', 'succeeded', 100)]).map(({ id, height }) => [id, height]),
  ).toEqual([
    ['1', 1],
    ['3', 0.5],
  ])
  fc.assert(
    fc.property(fc.array(fc.nat()), times => {
      const bars = barsOf(times.map((ms, n) => sample(String(n), 'succeeded', ms)))
      expect(bars.every(({ height }) => height > 0 && height <= 1)).toBe(true)
    }),
  )
})
