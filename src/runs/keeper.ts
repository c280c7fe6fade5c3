import type { Call } from '../workspace/call.ts'
import { onRuns } from './bell.ts'
import { settleDead } from './reconcile.ts'

/** Notices owners that die, now and for as long as it is not disposed. */
export async function keepTrue(call: Call): Promise<Disposable> {
  await settleDead(call)
  return onRuns(call, () => undefined)
}
