import type { Call } from '../../workspace/call.ts'
import { withUsed } from '../budget/used.ts'
import type { Run } from '../model.ts'
import { hasTurn, queuePosition } from '../own/lease.ts'
import { settleDeadRuns, settleOrphan } from '../own/settle-dead-runs.ts'
import { readRun } from '../record/records.ts'

/** A run as it truly is: owners that died have been noticed, and a queued one knows its place. */
export async function viewRun(call: Call, id: string): Promise<Run> {
  await settleDeadRuns(call)
  return withUsed(call, asItIs(call, await settleOrphan(call, readRun(call, id))))
}

/** The lease of a brief tool says sooner than its record that it runs. */
function asItIs(call: Call, run: Run): Run {
  const isRunning = run.status === 'queued' && hasTurn(call.store, run.id)
  return isRunning ? { ...run, status: 'running' } : withPosition(call, run)
}

export function withPosition(call: Call, run: Run): Run {
  const position = run.status === 'queued' ? queuePosition(call.store, run.id) : undefined
  return position === undefined ? run : { ...run, position }
}
