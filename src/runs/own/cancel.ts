import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { isOver, type Run } from '../model.ts'
import { renderRun } from '../show/render-run.ts'
import { viewRun } from '../show/view-run.ts'
import { timeoutSignal, waitForEnd } from '../watch/wait-for-run.ts'
import { requestCancel } from './owner-mailbox.ts'

/** The grace period of a run, and some time for its owner to wake up and write the end down. */
const PATIENCE_SECONDS = 10

export const cancel = implement(() => contracts.cancel, {
  run: (call, { id }) => endRun(call, id),
  render: renderRun,
})

/** Tells the owner of a run to end it, and waits until it did. */
export async function endRun(call: Call, id: string): Promise<Run> {
  const run = await viewRun(call, id)
  if (isOver(run))
    throw refuse('invalid_state', `The run ${id} has ended already (${run.status}).`, {
      target: id,
      fix: shell`furrow runs show ${id}`,
    })
  requestCancel(call, id)
  return waitForEnd(call, id, AbortSignal.any([call.signal, timeoutSignal(PATIENCE_SECONDS)]))
}
