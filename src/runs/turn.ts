import type { Call } from '../workspace/call.ts'
import { onRuns } from './bell.ts'
import { queuePosition, tryTurn } from './lease.ts'
import { limitsOf } from './limits.ts'

interface Waiting {
  readonly id: string
  readonly signal: AbortSignal
  /** Called when it has to wait, with the number of runs ahead. */
  onWait(position: number): void
}

/** Waits until this run may start; false when it was stopped before. */
export async function waitForTurn(call: Call, { id, signal, onWait }: Waiting): Promise<boolean> {
  const attempt = () => tryTurn(call.store, id, { concurrency: limitsOf(call).concurrency, now: call.clock.now() })
  if (signal.aborted) return false
  if (attempt()) return true
  return new Promise<boolean>((resolve, reject) => {
    const stop = () => leave(() => resolve(false))
    const bell = onRuns(call, () => tryAgain())
    const leave = (settle: () => void) => {
      bell[Symbol.dispose]()
      signal.removeEventListener('abort', stop)
      settle()
    }
    const tryAgain = () => {
      try {
        if (attempt()) leave(() => resolve(true))
      } catch (error) {
        leave(() => reject(error))
      }
    }
    signal.addEventListener('abort', stop)
    onWait(queuePosition(call.store, id) ?? 0)
    // A place may have become free before anybody listened.
    tryAgain()
  })
}
