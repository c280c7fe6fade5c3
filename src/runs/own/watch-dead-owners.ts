import type { Call } from '../../workspace/call.ts'
import { onRuns } from '../watch/run-events.ts'
import { settleDeadRuns } from './settle-dead-runs.ts'

/** Notices owners that die, now and for as long as it is not disposed. */
export async function watchDeadOwners(call: Call): Promise<Disposable> {
  await settleDeadRuns(call)
  return onRuns(call, () => undefined)
}
