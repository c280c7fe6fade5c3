import { expect, test } from 'vitest'
import { bytes, count, duration, relative } from './time.ts'

const now = Date.parse('2026-05-04T12:00:00Z')

test('times are told from now', () => {
  const told = [5_000, 60_000, 3_599_000, 7_200_000, 26 * 3_600_000, 40 * 86_400_000].map(ago =>
    relative(now - ago, now),
  )
  expect(told).toEqual(['just now', '1 minute ago', '59 minutes ago', '2 hours ago', 'yesterday', 'Mar 25, 2026'])
})

test('durations keep the useful figures', () => {
  expect([0, 84.2, 840, 2_540, 9_999, 42_000, 185_000, 7_440_000].map(duration)).toEqual([
    '0 ms',
    '84 ms',
    '840 ms',
    '2.5 s',
    '9.9 s',
    '42 s',
    '3 min 05 s',
    '2 h 04 min',
  ])
})

test('sizes and counts read like words', () => {
  expect([812, 4_200, 16_000_000, 2_400_000_000].map(bytes)).toEqual(['812 B', '4.2 KB', '16 MB', '2.4 GB'])
  expect([count(1, 'line'), count(200_000, 'line')]).toEqual(['1 line', '200,000 lines'])
})
