import { expect, test } from 'vitest'
import { formatRange, parseRange, takeLine } from './line-range.ts'

test('a range in the address reads the same both ways', () => {
  expect(parseRange('120')).toEqual({ from: 120, to: 120 })
  expect(parseRange('140-120')).toEqual({ from: 120, to: 140 })
  expect([undefined, '', '0', 'x'].map(parseRange)).toEqual([undefined, undefined, undefined, undefined])
  expect(formatRange({ from: 1, to: 1 })).toBe('1')
  expect(formatRange({ from: 1, to: 9 })).toBe('1-9')
})

test('shift grows the range that was taken', () => {
  const one = takeLine(undefined, 10, true)
  expect(takeLine(one, 14, true)).toEqual({ from: 10, to: 14 })
  expect(takeLine(one, 4, true)).toEqual({ from: 4, to: 10 })
  expect(takeLine(one, 4, false)).toEqual({ from: 4, to: 4 })
})
