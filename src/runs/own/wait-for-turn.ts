import type { Call } from '../../workspace/call.ts'
import { limitsOf } from '../start/run-limits.ts'
import { onRuns } from '../watch/run-events.ts'
import { queuePosition, tryTakeTurn } from './lease.ts'
import { isTransient } from './transient-errors.ts'

interface TurnRequest {
  readonly id: string
  readonly signal: AbortSignal
  /** Called when it has to wait, with the number of runs ahead. */
  onWait(position: number): void
}

/** For attempts that failed because somebody else was writing. */
const TRY_AGAIN_MS = 1000

/** Waits until this run may start; false when it was stopped before. */
export async function waitForTurn(call: Call, { id, signal, onWait }: TurnRequest): Promise<boolean> {
  if (signal.aborted) return false
  if (attempt(call, id)) return true
  return new Promise<boolean>((resolve, reject) => {
    const stop = () => leave(() => resolve(false))
    const bell = onRuns(call, () => tryAgain())
    const timer = setInterval(() => tryAgain(), TRY_AGAIN_MS)
    const leave = (settle: () => void) => {
      clearInterval(timer)
      bell[Symbol.dispose]()
      signal.removeEventListener('abort', stop)
      settle()
    }
    const tryAgain = () => {
      try {
        if (attempt(call, id)) leave(() => resolve(true))
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

function attempt(call: Call, id: string): boolean {
  try {
    return tryTakeTurn(call.store, id, { concurrency: limitsOf(call).concurrency, now: call.clock.now() })
  } catch (error) {
    if (!isTransient(error, call)) throw error
    return false
  }
}
