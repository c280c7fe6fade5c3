import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogLine } from './lines.ts'
import { height, timeline } from './timeline.ts'

const line = (n: number, t: number, level: LogLine['level'] = 'stdout'): LogLine => ({ n, t, level, text: '' })

test('lines are counted where their time lies', () => {
  expect(timeline([line(1, 100), line(2, 110, 'stderr'), line(3, 190), line(4, 200)], 4)).toEqual([
    { line: 1, lines: 2, stderr: 1 },
    { line: 3, lines: 0, stderr: 0 },
    { line: 3, lines: 0, stderr: 0 },
    { line: 3, lines: 2, stderr: 0 },
  ])
})

test('no line is lost, and every place leads to a line that exists', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { minLength: 1 }), fc.integer({ min: 1, max: 200 }), (times, parts) => {
      const lines = times.sort((one, other) => one - other).map((t, index) => line(index + 1, t + 1))
      const buckets = timeline(lines, parts)
      expect(buckets.reduce((sum, bucket) => sum + bucket.lines, 0)).toBe(lines.length)
      for (const bucket of buckets) {
        expect(bucket.line).toBeGreaterThanOrEqual(1)
        expect(bucket.line).toBeLessThanOrEqual(lines.length)
      }
    }),
  )
})

test('a log without lines has no timeline', () => {
  expect(timeline([], 10)).toEqual([])
})

test('few lines stay visible beside many', () => {
  expect(height(0, 1000)).toBe(0)
  expect(height(1, 1000)).toBeGreaterThan(0.05)
  expect(height(1000, 1000)).toBe(1)
})
