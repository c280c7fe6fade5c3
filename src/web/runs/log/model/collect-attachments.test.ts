import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Collected, firstIndexFrom } from './collect-attachments.ts'
import { type LogLine, LogLines } from './log-lines.ts'

const line = (n: number): LogLine => ({ n, t: n, level: n % 3 === 0 ? 'stderr' : 'stdout', text: '' })

test('the numbers are those of all lines that fit, however they came', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 2_500 }), { maxLength: 40 })), batches => {
      const lines = new LogLines()
      const stderr = new Collected(one => one.level === 'stderr')
      let last: readonly number[] = []
      for (const batch of batches) {
        lines.add(batch.map(line))
        last = stderr.update(lines)
      }
      const expected = [...new Set(batches.flat())].filter(n => n % 3 === 0).sort((one, other) => one - other)
      expect(last).toEqual(expected)
    }),
  )
})

test('the rule sees each line once', () => {
  const lines = new LogLines()
  let looks = 0
  const all = new Collected(() => ++looks > 0)
  lines.add([line(1), line(2)])
  all.update(lines)
  const before = all.update(lines)
  lines.add([line(3)])
  expect(all.update(lines)).not.toBe(before)
  expect(looks).toBe(3)
})

test('a place is found in ascending numbers', () => {
  const numbers = [3, 6, 9]
  expect([1, 3, 4, 9, 10].map(n => firstIndexFrom(numbers, n))).toEqual([0, 0, 1, 2, 3])
})
