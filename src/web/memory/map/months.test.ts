import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthsOf, mostIn, strengthOf } from './months.ts'

const topic = (name: string, ...months: [month: string, records: number][]) => ({
  topic: name,
  records: months.reduce((sum, [, records]) => sum + records, 0),
  months: months.map(([month, records]) => ({ month, records })),
})

test('months go on over a year and over gaps, and the newest are kept', () => {
  const topics = [topic('adr', ['2025-11', 2]), topic('page', ['2026-02', 1])]
  expect(monthsOf(topics, 12)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(monthsOf(topics, 2)).toEqual(['2026-01', '2026-02'])
  expect(monthsOf([], 12)).toEqual([])
})

test('one record can be seen, and the fullest month is the strongest', () => {
  const most = mostIn([topic('adr', ['2025-11', 2], ['2025-12', 40])])
  expect([0, 1, 20, 40].map(records => strengthOf(records, most))).toEqual([0, 1, 2, 4])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (one, other) => {
      const strength = strengthOf(Math.min(one, other), Math.max(one, other))
      expect(strength).toBeGreaterThanOrEqual(1)
      expect(strength).toBeLessThanOrEqual(4)
    }),
  )
})
