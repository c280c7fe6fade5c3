import { refuse } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { claimOf, takeRunLease } from '../own/lease.ts'
import { type ExecuteRun, type OwnedRun, ownRun } from '../own/owner.ts'
import { readRun } from '../record/records.ts'
import type { PreparedPlan } from '../start/run-plan.ts'

/** What a host says, and all it says, when the run is under way and its own. */
export const HOSTED = 'hosted\n'

/** Takes a waiting run over from the process that recorded it, whether or not that is still there. */
export async function takeOver(call: Call, id: string, plan: PreparedPlan, work?: ExecuteRun): Promise<OwnedRun> {
  const run = await call.store.exclusively(() => claim(call, id))
  return ownRun(call, run, plan, work)
}

function claim(call: Call, id: string): Run {
  const { store, clock } = call
  const run = readRun(call, id)
  const lease = store.leases.find(id)
  // Whoever found the recorder dead may have ended the run already; then there is nothing to host.
  if (run.status !== 'queued' || lease === undefined)
    throw refuse('invalid_state', `The run ${id} does not wait for a host (${run.status}).`, { target: id })
  takeRunLease(store, id, { claim: claimOf(lease), now: clock.now() })
  return run
}
