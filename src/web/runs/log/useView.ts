import { useEffect, useMemo } from 'react'
import { Collected } from './collect.ts'
import { LEVEL_NAMES } from './levels.ts'
import type { Level } from './lines.ts'
import type { LogState, RunLog } from './run-log.ts'
import { finder } from './search.ts'
import { everything, some, type View } from './view.ts'

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
    if (!shown) return { ...everything(state.total, log.lines.gap), matches, find }
    const numbers = shown.update(log.lines)
    return { ...some(numbers), matches, find }
  }, [log, state, shown, found, find])
}
