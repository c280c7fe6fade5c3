import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LogLine, LogLines } from './log-lines.ts'
import { height, timeline } from './timeline.ts'

const line = (n: number, t: number, level: LogLine['level'] = 'stdout'): LogLine => ({ n, t, level, text: '' })
const held = (lines: LogLine[]) => {
  const log = new LogLines()
  log.add(lines)
  return log
}

test('lines are counted where their time lies', () => {
  const log = held([line(1, 100), line(2, 110, 'stderr'), line(3, 190), line(4, 200)])
  expect(timeline(log, 4)).toEqual([
    { line: 1, lines: 2, stderr: 1 },
    { line: 3, lines: 0, stderr: 0 },
    { line: 3, lines: 0, stderr: 0 },
    { line: 3, lines: 2, stderr: 0 },
  ])
})

test('no line is lost, and every place leads to a line that exists', () => {
  const times = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 3_000, size: 'max' })
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 200 }), (all, parts) => {
      const log = held(all.sort((one, other) => one - other).map((t, index) => line(index + 1, t + 1)))
      for (const buckets of [timeline(log, parts), timeline(log, parts)]) {
        expect(buckets.reduce((sum, bucket) => sum + bucket.lines, 0)).toBe(all.length)
        for (const bucket of buckets) {
          expect(bucket.line).toBeGreaterThanOrEqual(1)
          expect(bucket.line).toBeLessThanOrEqual(all.length)
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('a log that grows is counted with what came', () => {
  const log = held(Array.from({ length: 5_000 }, (_, at) => line(at + 1, at + 1)))
  const sum = () => timeline(log, 10).reduce((total, bucket) => total + bucket.lines, 0)
  expect(sum()).toBe(5_000)
  log.add(Array.from({ length: 1_500 }, (_, at) => line(5_001 + at, 5_001 + at)))
  expect(sum()).toBe(6_500)
})

test('a log without lines, or without their times, has no timeline', () => {
  expect(timeline(new LogLines(), 10)).toEqual([])
  expect(timeline(held([line(1, 0)]), 10)).toEqual([])
})

test('few lines stay visible beside many', () => {
  expect(height(0, 1000)).toBe(0)
  expect(height(1, 1000)).toBeGreaterThan(0.05)
  expect(height(1000, 1000)).toBe(1)
})
