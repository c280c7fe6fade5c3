import { useEffect, useMemo } from 'react'
import { Collected } from './model/collect-attachments.ts'
import { finder } from './model/find-in-log.ts'
import { LEVEL_NAMES } from './model/levels.ts'
import type { LineLevel } from './model/log-lines.ts'
import type { LogState, RunLog } from './model/run-log.ts'
import { everything, type ShownLines, some } from './model/shown-lines.ts'

interface LogFilter {
  readonly levels: ReadonlySet<LineLevel>
  readonly query: string
}

export function useView(log: RunLog, state: LogState, { levels, query }: LogFilter): ShownLines {
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
    if (!shown) return { ...everything(state.total, log.lines.gap), matches, find }
    const numbers = shown.update(log.lines)
    return { ...some(numbers), matches, find }
  }, [log, state, shown, found, find])
}
