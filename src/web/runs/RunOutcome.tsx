import { lazy, Suspense } from 'react'
import { useRead } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { Loading } from '../parts/States.tsx'
import { Attachments } from './attachments/Attachments.tsx'
import { endOf, isOver, lookOf } from './status.ts'

const Outcome = lazy(async () => ({ default: (await import('../tools/result/Outcome.tsx')).Outcome }))

/** What came of a run, before anything else about it: its result, or why it has none. */
export function RunOutcome({ run }: { run: Run }) {
  if (!isOver(run)) return null
  const failure = failureOf(run)
  if (failure === undefined && run.tool?.result === undefined && !run.attachments?.length) return null
  return (
    <section aria-label="Outcome" className="mb-4 min-w-0 shrink-0 space-y-4">
      {failure !== undefined && (
        <p className="rounded-md bg-rust-wash px-4 py-3 break-words whitespace-pre-wrap">{failure}</p>
      )}
      {run.tool?.result !== undefined && <ToolOutcome run={run} name={run.tool.name} />}
      <Attachments run={run} />
    </section>
  )
}

function ToolOutcome({ run, name }: { run: Run; name: string }) {
  const tool = useRead('tool.info', { name })
  return (
    <div className="min-w-0">
      <Suspense fallback={<Loading rows={3} />}>
        <Outcome result={run.tool?.result} run={run} hint={tool.data?.render} />
      </Suspense>
    </div>
  )
}

/** In the run's own words if it has any; what a tool says about its failure is part of its result. */
function failureOf(run: Run): string | undefined {
  if (run.reason !== undefined) return run.reason
  if (run.status === 'succeeded' || run.kind === 'agent' || run.tool?.result?.error !== undefined) return undefined
  const end = endOf(run)
  return `${lookOf(run.status).word}${end === undefined ? '' : `, ${end}`}. The log has what it wrote.`
}
