import { useCallback, useMemo, useState } from 'react'
import type { RunDetail } from '../../api/types.ts'
import { useShortcut } from '../../keys/useShortcut.ts'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { count } from '../../parts/text/time.ts'
import { download } from '../download.ts'
import { ProgressBar } from '../progress/ProgressBar.tsx'
import type { RunSearch } from '../run-params.ts'
import { hasEnded } from '../status.ts'
import { Announcer } from './Announcer.tsx'
import { LogBar } from './LogBar.tsx'
import { LogView } from './LogView.tsx'
import { step } from './model/find-in-log.ts'
import { formatLevels, parseLevels, toggleLevel } from './model/levels.ts'
import { formatRange, parseRange, takeLine } from './model/line-range.ts'
import { keepPlace, startPlace } from './model/scroll-place.ts'
import { Timeline } from './Timeline.tsx'
import { useLogState, useRunLog } from './useRunLog.ts'
import { useView } from './useView.ts'

interface LogProps {
  readonly run: RunDetail
  readonly search: RunSearch
  readonly onSearch: (change: { [K in keyof RunSearch]: RunSearch[K] | undefined }) => void
}

/** The log of a run with all that can be done with it; what is chosen stands in the address. */
export function Log({ run, search, onSearch }: LogProps) {
  const taken = parseRange(search.line)
  const [place] = useState(() => startPlace(run.id, taken?.from))
  const [follow, setFollow] = useState(place === 'end')
  const [goTo, setGoTo] = useState<{ line: number }>()
  const log = useRunLog(run.id, place)
  const state = useLogState(log)
  const levels = useMemo(() => parseLevels(search.level), [search.level])
  const query = search.q ?? ''
  const view = useView(log, state, { levels, query })
  const hit = goTo?.line
  const wrap = search.wrap === 'on'

  const go = useCallback((line: number) => setGoTo({ line }), [])
  const onStep = (by: 1 | -1) => {
    const next = step(view.matches, hit, by)
    if (next !== undefined) go(next)
  }
  const onWrap = () => onSearch({ wrap: wrap ? undefined : 'on' })
  const onPlace = useCallback((now: number | 'end') => keepPlace(run.id, now), [run.id])
  useShortcut('log.next', () => onStep(1))
  useShortcut('log.previous', () => onStep(-1))
  useShortcut('log.follow', () => setFollow(!follow))
  useShortcut('log.wrap', onWrap)

  return (
    <section
      aria-label="Log"
      className="flex min-h-80 flex-1 flex-col overflow-hidden rounded-lg border border-line shadow-sheet"
    >
      <LogBar
        levels={levels}
        onLevel={level => onSearch({ level: formatLevels(toggleLevel(levels, level)) })}
        query={query}
        onQuery={q => onSearch({ q: q === '' ? undefined : q })}
        found={foundText(view.matches, { hit, query, whole: state.whole })}
        onStep={onStep}
        over={hasEnded(run)}
        follow={follow}
        onFollow={setFollow}
        wrap={wrap}
        onWrap={onWrap}
        onDownload={() =>
          void download(`/api/runs/${encodeURIComponent(run.id)}/log`, `${run.id}.log`).catch((error: Error) =>
            toast({ tone: 'rust', text: error.message }),
          )
        }
      />
      {state.progress !== undefined && state.ended === undefined && !hasEnded(run) && (
        <ProgressBar progress={state.progress} />
      )}
      <Timeline log={log} state={state} onGo={go} />
      {state.error !== undefined && <ErrorBox error={state.error} />}
      {!state.ready && <Loading rows={6} label="Loading the log" />}
      {state.ready && view.rows === 0 && state.error === undefined && (
        <div className="flex-1 bg-panel">
          <EmptyState icon="runs" title={emptyText(run, state.total, search.level)} />
        </div>
      )}
      {view.hidden > 0 && (
        <p className="border-b border-line bg-amber-wash px-4 py-1.5 text-xs text-ink">
          {count(view.hidden, 'earlier line')} not shown: a browser cannot scroll that far. They are in the download.
        </p>
      )}
      <div className={view.rows === 0 ? 'hidden' : 'flex min-h-0 flex-1'}>
        <LogView
          log={log}
          view={view}
          run={run}
          label={`Log of ${run.label}`}
          wrap={wrap}
          taken={taken}
          place={place}
          onTake={(line, extend) => onSearch({ line: formatRange(takeLine(taken, line, extend)) })}
          hrefOf={line => `/runs/${run.id}?line=${line}`}
          onPlace={onPlace}
          goTo={goTo}
          follow={follow}
          onFollow={setFollow}
        />
      </div>
      <Announcer log={log} />
    </section>
  )
}

function foundText(
  matches: readonly number[],
  { hit, query, whole }: { hit: number | undefined; query: string; whole: boolean },
) {
  if (query === '') return ''
  if (matches.length === 0) return whole ? 'no match' : 'searching'
  const at = hit === undefined ? -1 : matches.indexOf(hit)
  const total = matches.length.toLocaleString('en')
  return at < 0 ? count(matches.length, 'match', 'matches') : `${(at + 1).toLocaleString('en')} of ${total}`
}

function emptyText(run: RunDetail, total: number, level: string | undefined): string {
  if (level !== undefined && total > 0) return 'No line of this level'
  return hasEnded(run) ? 'No output' : 'Nothing written yet'
}
