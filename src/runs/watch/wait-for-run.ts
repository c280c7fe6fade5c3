import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { isOver, type Run } from '../model.ts'
import { localRunEnd } from '../own/local-ends.ts'
import { renderRun } from '../show/render-run.ts'
import { viewRun } from '../show/view-run.ts'
import { nextChange } from './run-events.ts'

export const wait = implement(() => contracts.wait, {
  run: (call, { id, seconds }) => waitForEnd(call, id, AbortSignal.any([call.signal, timeoutSignal(seconds)])),
  render: renderRun,
})

/** The run at its end, or as it is when the signal says so. */
export async function waitForEnd(call: Call, id: string, signal: AbortSignal): Promise<Run> {
  const here = localRunEnd(id)
  const ended = here === undefined ? undefined : await unlessAborted(here, signal)
  if (ended !== undefined && isOver(ended)) return ended
  for (;;) {
    // Listening first: what happens between the look and the wait would be missed.
    using change = nextChange(call, id, signal)
    const run = await viewRun(call, id)
    if (isOver(run) || signal.aborted) return run
    await change.happened
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined
  let stop: () => void = () => undefined
  const aborted = new Promise<undefined>(resolve => {
    stop = () => resolve(undefined)
  })
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export function timeoutSignal(seconds: number): AbortSignal {
  return AbortSignal.timeout(Math.round(seconds * 1000))
}
