import { lazy, Suspense } from 'react'
import { useRead } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { classes } from '../parts/classes.ts'
import { Loading } from '../parts/layout/States.tsx'
import { Attachments } from './attachments/Attachments.tsx'
import { endMessage, hasEnded, statusLabelOf, wasEnded } from './status.ts'

const Outcome = lazy(async () => ({ default: (await import('../tools/result/Outcome.tsx')).Outcome }))

/** What came of a run, before anything else about it: its result, or why it has none. */
export function RunOutcome({ run }: { run: RunDetail }) {
  if (!hasEnded(run)) return null
  const failure = failureOf(run)
  if (
    failure === undefined &&
    run.tool?.result === undefined &&
    !run.attachments?.length &&
    run.attachments_dropped === undefined
  )
    return null
  return (
    <section aria-label="Outcome" className="mb-4 min-w-0 shrink-0 space-y-4">
      {failure !== undefined && (
        <p
          className={classes(
            'rounded-md px-4 py-3 break-words whitespace-pre-wrap',
            wasEnded(run) ? 'bg-sunk' : 'bg-rust-wash',
          )}
        >
          {failure}
        </p>
      )}
      {run.tool?.result !== undefined && !(failure !== undefined && isOnly(failure, run.tool.result)) && (
        <ToolOutcome run={run} name={run.tool.name} />
      )}
      <Attachments run={run} />
    </section>
  )
}

/** The result says nothing that is not shown above it. */
function isOnly(failure: string, { error, data }: NonNullable<NonNullable<RunDetail['tool']>['result']>): boolean {
  return data === undefined && error === failure
}

function ToolOutcome({ run, name }: { run: RunDetail; name: string }) {
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
function failureOf(run: RunDetail): string | undefined {
  if (run.reason !== undefined) return run.reason
  if (run.status === 'succeeded' || run.kind === 'agent' || run.tool?.result?.error !== undefined) return undefined
  const end = endMessage(run)
  return `${statusLabelOf(run.status).word}${end === undefined ? '' : `, ${end}`}. The log has what it wrote.`
}
