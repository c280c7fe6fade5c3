import { expect, test } from 'vitest'
import { summary } from './log-summary.ts'

test('a summary counts what came since the last one', () => {
  expect(summary({ lines: 10, stderr: 1 }, { lines: 130, stderr: 3 })).toBe('120 new lines, 2 of them on stderr')
  expect(summary({ lines: 0, stderr: 0 }, { lines: 1, stderr: 0 })).toBe('1 new line')
})

test('nothing new, nothing said', () => {
  expect(summary({ lines: 10, stderr: 0 }, { lines: 10, stderr: 0 })).toBeUndefined()
})
