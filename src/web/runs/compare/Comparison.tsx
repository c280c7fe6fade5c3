import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { unifiedDiff } from '../../../shared/diff.ts'
import type { Output } from '../../api/call.ts'
import { useRead } from '../../api/query.ts'
import type { RunDetail } from '../../api/types.ts'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Diff } from '../../parts/text/Diff.tsx'
import { duration } from '../../parts/text/time.ts'
import { RunStatus } from '../RunStatus.tsx'
import { type ComparedPart, comparedPartsOf, isComparable } from './sides.ts'

/** As much of each log as is compared. */
const LINES = 10_000

/** Two runs side by side: how they went, and as differences what they were given, gave and wrote. */
export function Comparison({ a, b }: { a: string; b: string }) {
  const first = useRead('run.tail', { id: a, from: 1, count: LINES })
  const second = useRead('run.tail', { id: b, from: 1, count: LINES })
  if (first.isError || second.isError)
    return (
      <ErrorBox
        error={first.error ?? second.error}
        retry={() => {
          void first.refetch()
          void second.refetch()
        }}
      />
    )
  if (first.isPending || second.isPending) return <Loading rows={6} />
  return <Compared a={first.data} b={second.data} />
}

type RunTail = Output<'run.tail'>

function Compared({ a, b }: { a: RunTail; b: RunTail }) {
  const parts = useMemo(() => comparedPartsOf({ run: a.run, log: a.lines }, { run: b.run, log: b.lines }), [a, b])
  const longer = isComparable(a.run, b.run, duration)
  const isCut = [a, b].some(({ total, lines }) => total > (lines.at(-1)?.n ?? 0))
  return (
    <div className="min-w-0 space-y-6">
      <div className="grid gap-3 sm:grid-cols-2">
        <Side run={a.run} sign="−" />
        <Side run={b.run} sign="+" />
      </div>
      {longer && (
        <p>
          The second was <span className="tabular font-medium">{longer}</span>.
        </p>
      )}
      {parts.map(part => (
        <Differences key={part.what} part={part} />
      ))}
      {isCut && <p className="text-soft">Of each log the first 10,000 lines are compared.</p>}
    </div>
  )
}

function Side({ run, sign }: { run: RunDetail; sign: string }) {
  return (
    <section
      aria-label={sign === '+' ? 'Second run' : 'First run'}
      className="min-w-0 rounded-md border border-line bg-panel px-4 py-3"
    >
      <p className="flex items-baseline gap-2">
        <span aria-hidden="true" className="font-mono">
          {sign}
        </span>
        <Link
          to="/runs/$id"
          params={{ id: run.id }}
          className="min-w-0 font-medium break-words underline decoration-line-strong underline-offset-3"
        >
          {run.label}
        </Link>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft">
        <RunStatus run={run} />
        {run.tool?.version && <span>version {run.tool.version}</span>}
      </p>
      {run.reason && <p className="mt-1 text-sm break-words">{run.reason}</p>}
    </section>
  )
}

function Differences({ part: { what, before, after } }: { part: ComparedPart }) {
  const text = useMemo(() => bodyOf(unifiedDiff(before, after, what.toLowerCase())), [before, after, what])
  return (
    <section>
      <h3 className="mb-2 font-medium">{what}</h3>
      {text === '' ? (
        <p className="text-soft">No difference.</p>
      ) : (
        <Diff text={text} label={`Difference of ${what.toLowerCase()}`} />
      )}
    </section>
  )
}

/** Without the two lines that name what the heading names already, and the line break at the end. */
function bodyOf(diff: string): string {
  return diff.split('\n').slice(2).join('\n').trimEnd()
}
