import { refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { askToCancel } from './letters.ts'
import { isOver, type Run } from './model.ts'
import { renderRun } from './render.ts'
import { viewRun } from './view.ts'
import { after, waitForEnd } from './wait.ts'

/** The grace period of a run, and some time for its owner to wake up and write the end down. */
const PATIENCE_SECONDS = 10

export const cancel = implement(contracts.cancel, {
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
  askToCancel(call, id)
  return waitForEnd(call, id, AbortSignal.any([call.signal, after(PATIENCE_SECONDS)]))
}
