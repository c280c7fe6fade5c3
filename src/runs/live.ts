import type { Call } from '../workspace/call.ts'
import { RUN_LEASE } from './lease.ts'
import type { Run } from './model.ts'
import { settleDead } from './reconcile.ts'
import { readRow } from './records.ts'

/** What is under way now, the newest first. It reads the records of live runs and no others. */
export async function liveRuns(call: Call): Promise<Run[]> {
  await settleDead(call)
  const rows = call.store.leases.alive(RUN_LEASE).map(({ id }) => readRow(call, id))
  return rows.flatMap(row => (row !== undefined && 'run' in row ? [row.run] : [])).reverse()
}
