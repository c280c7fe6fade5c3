import { expect, test } from 'vitest'
import type { LogLine } from '../log/model/log-lines.ts'
import { leftText, progressAfter, remaining, showsProgress } from './progress.ts'

const at = (n: number, t: number, percent?: number): LogLine => ({
  n,
  t,
  level: 'progress',
  text: '',
  event: { type: 'progress', message: `step ${n}`, ...(percent !== undefined && { percent }) },
})

test('the newest line counts, in whatever order lines come', () => {
  const log: LogLine = { n: 9, t: 9, level: 'stdout', text: '50%' }
  const known = progressAfter(undefined, [at(1, 1000, 10), log, at(3, 3000, 30)])
  expect(known).toMatchObject({ message: 'step 3', percent: 30, since: { t: 1000, percent: 10 } })
  expect(progressAfter(known, [at(2, 2000, 20)])).toBe(known)
})

test('a step without a percent keeps the bar where it was', () => {
  const known = progressAfter(undefined, [at(1, 1000, 10), at(2, 2000)])
  expect(known).toMatchObject({ message: 'step 2', percent: 10 })
})

test('the remaining time is told by the pace so far, once there is one', () => {
  const slow = progressAfter(undefined, [at(1, 0, 0), at(2, 10_000, 25)])
  expect(remaining(slow as never, 10_000)).toBe(30_000)
  expect(remaining(slow as never, 15_000)).toBe(25_000)
  expect(remaining(progressAfter(undefined, [at(1, 0, 0), at(2, 100, 25)]) as never, 100)).toBeUndefined()
  expect(remaining(progressAfter(undefined, [at(1, 0, 40)]) as never, 10_000)).toBeUndefined()
  expect(remaining(progressAfter(undefined, [at(1, 0, 0), at(2, 9_000, 100)]) as never, 9_000)).toBeUndefined()
})

test('a run that starts over is timed from there', () => {
  const again = progressAfter(undefined, [at(1, 0, 0), at(2, 10_000, 90), at(3, 11_000, 5), at(4, 16_000, 10)])
  expect(remaining(again as never, 16_000)).toBe(90_000)
})

test('times are told in the unit that a person would use', () => {
  expect([200, 42_000, 240_000, 9_000_000].map(leftText)).toEqual([
    'about 1 s left',
    'about 42 s left',
    'about 4 min left',
    'about 3 h left',
  ])
})

test('only a tool that runs shows how far it is', () => {
  expect(showsProgress({ kind: 'tool', status: 'running' })).toBe(true)
  expect(showsProgress({ kind: 'tool', status: 'succeeded' })).toBe(false)
  expect(showsProgress({ kind: 'gate', status: 'running' })).toBe(false)
})
