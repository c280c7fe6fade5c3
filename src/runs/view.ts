import type { Call } from '../workspace/call.ts'
import { queuePosition } from './lease.ts'
import type { Run } from './model.ts'
import { settleDead, settleOrphan } from './reconcile.ts'
import { readRun } from './records.ts'

/** A run as it truly is: owners that died have been noticed, and a queued one knows its place. */
export async function viewRun(call: Call, id: string): Promise<Run> {
  await settleDead(call)
  return withPosition(call, await settleOrphan(call, readRun(call, id)))
}

export function withPosition(call: Call, run: Run): Run {
  const position = run.status === 'queued' ? queuePosition(call.store, run.id) : undefined
  return position === undefined ? run : { ...run, position }
}
