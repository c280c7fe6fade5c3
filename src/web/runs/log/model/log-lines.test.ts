import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jumpIn, LINES_PER_PAGE, type LogLine, LogLines } from './log-lines.ts'

const line = (n: number): LogLine => ({ n, t: n, level: 'stdout', text: `line ${n}` })
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => line(from + at))

test('lines are the same in whatever order they come', () => {
  const pieces = fc.array(fc.tuple(fc.integer({ min: 1, max: 3_500 }), fc.nat(1_200)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(pieces, spans => {
      const lines = new LogLines()
      const held = new Set<number>()
      for (const [from, more] of spans) {
        lines.add(span(from, from + more))
        for (let n = from; n <= from + more; n++) held.add(n)
      }
      expect(lines.total).toBe(Math.max(...held))
      for (let n = 1; n <= lines.total; n++) expect(lines.at(n)).toEqual(held.has(n) ? line(n) : undefined)
    }),
    { numRuns: 10 },
  )
})

test('what is missing is named by the start of its page', () => {
  const lines = new LogLines()
  lines.add(span(1, 10))
  lines.add(span(2 * LINES_PER_PAGE + 1, 2 * LINES_PER_PAGE + 5))
  expect(lines.missing(1, 10)).toEqual([])
  expect(lines.missing(1, 11)).toEqual([1])
  expect(lines.missing(1, 3 * LINES_PER_PAGE)).toEqual([1, LINES_PER_PAGE + 1])
  lines.add(span(1, 2 * LINES_PER_PAGE))
  expect(lines.isWhole()).toBe(true)
})

test('what the server cut out is not missing', () => {
  const lines = new LogLines()
  lines.add([line(5_000_000)])
  lines.gap = { from: 1_501, to: 4_999_500 }
  expect(lines.missing(1, 5_000_000)).toEqual([1, 1_001, 4_999_001])
  lines.add(span(1, 1_500))
  lines.add(span(4_999_501, 5_000_000))
  expect(lines.isWhole()).toBe(true)
  expect([lines.isGone(1_500), lines.isGone(1_501), lines.isGone(4_999_501)]).toEqual([false, true, false])
})

test('a jump after a note tells what was cut out', () => {
  const note: LogLine = { n: 3, t: 0, level: 'note', text: '[97 lines were cut here]' }
  expect(jumpIn([line(2), note, line(100), line(101)])).toEqual({ from: 4, to: 99 })
  expect(jumpIn([line(2), line(9)])).toBeUndefined()
  expect(jumpIn([line(2), note])).toBeUndefined()
})

test('an empty log lacks nothing', () => {
  expect(new LogLines().missing(1, 100)).toEqual([])
  expect(new LogLines().isWhole()).toBe(true)
})

test('a log that is too long lets go of what is far away', () => {
  const lines = new LogLines()
  for (let page = 0; page <= 1_000; page++) lines.add([line(page * LINES_PER_PAGE + 1)])
  expect(lines.at(1)).toBeUndefined()
  expect(lines.at(1_000 * LINES_PER_PAGE + 1)).toBeDefined()
  expect(lines.pages()).toHaveLength(1_000)
})
