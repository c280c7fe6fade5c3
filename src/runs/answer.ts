import type { Door } from '../operation/actor.ts'
import type { Call } from '../workspace/call.ts'
import { askToCancel } from './letters.ts'
import { type FollowedRun, isOver, type Run } from './model.ts'
import { after, waitForEnd } from './wait.ts'

/** How long an answer is held back for the run to end. The terminal follows by itself, pages by the stream of lines. */
const PATIENCE_SECONDS: Readonly<Record<Door, number>> = { mcp: 45, cli: 0, http: 0, web: 0 }

/** What an operation that started a run answers: the run at its end if that comes soon enough, else as it is. */
export async function answerWith(call: Call, started: Run): Promise<FollowedRun> {
  const run = await waitForEnd(
    call,
    started.id,
    AbortSignal.any([call.signal, after(PATIENCE_SECONDS[call.actor.door])]),
  )
  if (!isOver(run) && call.signal.aborted) askToCancel(call, run.id)
  return run
}
