import { useMemo } from 'react'
import type { AgentEvent } from '../../../agents/model.ts'

import { useRead } from '../../api/query.ts'
import type { RunDetail } from '../../api/types.ts'
import { classes } from '../../parts/classes.ts'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { ReadError } from '../../parts/layout/States.tsx'
import type { Tone } from '../../parts/text/Badge.tsx'
import { count, duration } from '../../parts/text/time.ts'
import { useNow } from '../../parts/text/useNow.ts'
import { hasEnded } from '../status.ts'
import { agentSteps } from './agent-steps.ts'
import { barOf, type Scale, scaleOf, spansOf, type TimelineBar, ticksOf } from './spans.ts'

const FILLS: Readonly<Record<Tone, string>> = {
  plain: 'bg-line-strong',
  sprout: 'bg-sprout-fill',
  sky: 'bg-sky',
  amber: 'bg-amber',
  rust: 'bg-rust-fill',
  clay: 'bg-clay',
}

const NO_EVENTS: readonly AgentEvent[] = []

/** When each run that this one started was under way, and what its agent did meanwhile; nothing where it did all by itself. */
export default function Waterfall({ run, events = NO_EVENTS }: { run: RunDetail; events?: readonly AgentEvent[] }) {
  const nested = useRead('run.nested', { id: run.id })
  const steps = useMemo(() => agentSteps(events), [events])
  const runs = nested.data?.runs ?? []
  const going = !hasEnded(run) || runs.some(each => !hasEnded(each))
  const now = useNow(going)
  if (nested.isError) return <ReadError of={nested} />
  if (runs.length + steps.length === 0) return null
  const spans = spansOf({ root: run, runs, steps, now })
  return (
    <section aria-label="Timeline" className="mb-4 shrink-0 rounded-lg border border-line bg-panel shadow-sheet">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <h2 className="text-sm font-semibold">
          Timeline <span className="font-normal text-soft">{summaryOf(runs.length, steps.length)}</span>
        </h2>
        <Legend spans={spans} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-72 overflow-y-auto px-4 py-2">
        <Bars spans={spans} />
        {nested.data?.more && <p className="mt-2 text-xs text-soft">Only the first {runs.length} runs are shown.</p>}
      </div>
    </section>
  )
}

function summaryOf(runs: number, steps: number): string {
  const parts = [runs > 0 && `started ${count(runs, 'run')}`, steps > 0 && count(steps, 'agent step')]
  return parts.filter(Boolean).join(', ')
}

/** What the colours of this picture say, in the words of the rows. */
function Legend({ spans }: { spans: readonly TimelineBar[] }) {
  const tones = new Map(spans.map(({ tone, word }) => [`${tone} ${word}`, { tone, word }]))
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-soft">
      {[...tones].map(([key, { tone, word }]) => (
        <li key={key} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={classes('h-2 w-4 rounded-xs', FILLS[tone])} />
          {word}
        </li>
      ))}
    </ul>
  )
}

const ROW = 'grid gap-x-3 sm:grid-cols-[minmax(8rem,16rem)_minmax(0,1fr)_4rem]'

function Bars({ spans }: { spans: readonly TimelineBar[] }) {
  const scale = scaleOf(spans)
  return (
    <>
      <div aria-hidden="true" className={classes(ROW, 'max-sm:hidden')}>
        <span />
        <div className="relative h-5 border-b border-line">
          {ticksOf(scale).map(tick => (
            <span
              key={tick}
              className="tabular absolute bottom-0 border-l border-line pl-1 text-xs text-faint"
              style={{ left: `${(tick / scale.span) * 100}%` }}
            >
              {tick === 0 ? '0' : duration(tick)}
            </span>
          ))}
        </div>
      </div>
      <ol aria-label="Runs and agent steps by time">
        {spans.map(span => (
          <li key={span.key} className={classes(ROW, 'items-center py-1')}>
            <Line span={span} scale={scale} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Line({ span, scale }: { span: TimelineBar; scale: Scale }) {
  const { left, width } = barOf(span, scale)
  const indent = Math.min(span.depth, MOST_INDENT)
  return (
    <>
      <span className="min-w-0 truncate text-[0.8125rem]" style={{ paddingLeft: `${indent * 0.875}rem` }}>
        <span className="text-xs text-faint">{span.kind}</span>{' '}
        {span.run === undefined || span.depth === 0 ? (
          span.label
        ) : (
          <PageLink href={`/runs/${span.run}`}>{span.label}</PageLink>
        )}
        <span className="sr-only">
          , {span.word}, {span.inside !== undefined && `inside ${span.inside}, `}
          {duration(span.from - scale.from)} after the start, took {duration(span.to - span.from)}
        </span>
      </span>
      <span aria-hidden="true" className="relative h-3 rounded-xs bg-sunk max-sm:mt-1">
        <span
          className={classes('absolute inset-y-0 rounded-xs', FILLS[span.tone], span.run === undefined && 'inset-y-1')}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      </span>
      <span aria-hidden="true" className="tabular text-right text-xs text-soft max-sm:hidden">
        {duration(span.to - span.from)}
      </span>
    </>
  )
}

const MOST_INDENT = 6
