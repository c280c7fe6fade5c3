import { useEffect, useMemo } from 'react'
import { Collected, placeOf } from './collect.ts'
import { LEVEL_NAMES } from './levels.ts'
import type { Level } from './lines.ts'
import type { LogState, RunLog } from './run-log.ts'
import { finder, type Ranges } from './search.ts'

/** The browser cannot scroll further than this; older lines of a longer log are in its download. */
export const MOST_ROWS = 1_500_000

/** Which lines are shown and which of them match. */
export interface View {
  readonly rows: number
  lineAt(row: number): number
  rowOf(line: number): number
  readonly matches: readonly number[]
  readonly find: ((text: string) => Ranges) | undefined
  readonly hidden: number
}

interface Asked {
  readonly levels: ReadonlySet<Level>
  readonly query: string
}

export function useView(log: RunLog, state: LogState, { levels, query }: Asked): View {
  const filtered = levels.size < LEVEL_NAMES.length
  const find = useMemo(() => finder(query), [query])
  const shown = useMemo(() => filtered && new Collected(line => levels.has(line.level)), [levels, filtered])
  const found = useMemo(
    () => find && new Collected(line => levels.has(line.level) && find(line.text).length > 0),
    [find, levels],
  )
  useEffect(() => {
    if (state.ready && (filtered || find)) void log.wantAll()
  }, [log, state.ready, filtered, find])
  return useMemo(() => {
    const matches = found ? found.update(log.lines) : []
    if (!shown) return { ...everything(state.total), matches, find }
    const numbers = shown.update(log.lines)
    return { ...some(numbers), matches, find }
  }, [log, state, shown, found, find])
}

function everything(total: number) {
  const hidden = Math.max(0, total - MOST_ROWS)
  return {
    rows: total - hidden,
    hidden,
    lineAt: (row: number) => row + 1 + hidden,
    rowOf: (line: number) => Math.max(0, Math.min(total, line) - 1 - hidden),
  }
}

function some(numbers: readonly number[]) {
  const hidden = Math.max(0, numbers.length - MOST_ROWS)
  return {
    rows: numbers.length - hidden,
    hidden,
    lineAt: (row: number) => numbers[row + hidden] ?? 0,
    rowOf: (line: number) => Math.max(0, Math.min(numbers.length - 1, placeOf(numbers, line)) - hidden),
  }
}
