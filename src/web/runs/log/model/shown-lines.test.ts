import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everything, MOST_ROWS, some } from './shown-lines.ts'

test('rows and lines lead to each other, cut or not', () => {
  const logs = fc
    .tuple(fc.integer({ min: 1, max: 5_000 }), fc.nat(), fc.nat())
    .map(([total, one, other]) => ({ total, from: 1 + (one % total), to: 1 + (other % total) }))
  fc.assert(
    fc.property(logs, ({ total, from, to }) => {
      const gap = from <= to && to < total ? { from, to } : undefined
      const view = everything(total, gap)
      const lines = Array.from({ length: view.rows }, (_, row) => view.lineAt(row))
      const kept = Array.from({ length: total }, (_, at) => at + 1).filter(n => !gap || n < gap.from || n > gap.to)
      expect(lines).toEqual(kept)
      for (const [row, line] of lines.entries()) expect(view.rowOf(line)).toBe(row)
    }),
    { numRuns: 50 },
  )
})

test('a line that was cut out leads to where it would be', () => {
  const view = everything(100, { from: 11, to: 90 })
  expect([view.rowOf(10), view.rowOf(50), view.rowOf(91)]).toEqual([9, 10, 10])
})

test('a log longer than a browser can scroll shows its end', () => {
  const view = everything(MOST_ROWS + 500, undefined)
  expect(view).toMatchObject({ rows: MOST_ROWS, hidden: 500 })
  expect(view.lineAt(view.rows - 1)).toBe(MOST_ROWS + 500)
  expect(view.rowOf(3)).toBe(0)
})

test('a filtered view leads to the nearest line that is shown', () => {
  const view = some([3, 6, 9])
  expect([0, 1, 2].map(view.lineAt)).toEqual([3, 6, 9])
  expect([1, 4, 9, 20].map(view.rowOf)).toEqual([0, 1, 2, 2])
})
