import { firstIndexFrom } from './collect-attachments.ts'
import type { Ranges } from './find-in-log.ts'
import type { Gap } from './log-lines.ts'

/** The browser cannot scroll further than this; older lines of a longer log are in its download. */
export const MOST_ROWS = 1_500_000

/** Which lines are shown and which of them match. */
export interface ShownLines {
  readonly rows: number
  lineAt(row: number): number
  rowOf(line: number): number
  readonly matches: readonly number[]
  readonly find: ((text: string) => Ranges) | undefined
  readonly hidden: number
}

/** All lines but those that were cut out: their place is one row, the note that says so. */
export function everything(total: number, gap: Gap | undefined) {
  const first = gap?.from ?? total + 1
  const gone = gap === undefined ? 0 : gap.to - gap.from + 1
  const kept = total - gone
  const hidden = Math.max(0, kept - MOST_ROWS)
  const place = (line: number) => (line < first ? line : Math.max(first, line - gone))
  return {
    rows: kept - hidden,
    hidden,
    lineAt: (row: number) => (row + hidden + 1 < first ? row + hidden + 1 : row + hidden + 1 + gone),
    rowOf: (line: number) => Math.max(0, Math.min(kept, place(line)) - 1 - hidden),
  }
}

export function some(numbers: readonly number[]) {
  const hidden = Math.max(0, numbers.length - MOST_ROWS)
  return {
    rows: numbers.length - hidden,
    hidden,
    lineAt: (row: number) => numbers[row + hidden] ?? 0,
    rowOf: (line: number) => Math.max(0, Math.min(numbers.length - 1, firstIndexFrom(numbers, line)) - hidden),
  }
}
