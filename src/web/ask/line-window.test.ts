import { expect, test } from 'vitest'
import { isAsCited, windowAround } from './line-window.ts'

test('the window holds what is cited, from its first screen on', () => {
  expect(windowAround(undefined)).toEqual({ from: 1, to: 1201 })
  const { from, to } = windowAround([5000, 5040])
  expect(from).toBeLessThanOrEqual(5000)
  expect(to).toBeGreaterThanOrEqual(5040)
  expect(windowAround([5000, 5040], -1).from).toBeLessThan(from)
  expect(windowAround([5, 6], -3).from).toBe(1)
})

test('a passage is as it was cited when each of its lines is', () => {
  const shown = { from: 10, lines: ['a', 'b  ', 'c'] }
  expect(isAsCited(shown, { lines: [11, 12], excerpt: 'b\nc\n' })).toBe(true)
  expect(isAsCited(shown, { lines: [10, 11], excerpt: 'b\nc' })).toBe(false)
  expect(isAsCited(shown, { lines: [12, 13], excerpt: 'c\nd' })).toBe(false)
})
