import type { Call } from '../../workspace/call.ts'
import { type FollowedRun, isOver, type Run, type RunLine } from '../model.ts'
import { requestCancel } from '../own/owner-mailbox.ts'
import { viewRun } from '../show/view-run.ts'
import { timeoutSignal } from './wait-for-run.ts'
import { watchRun } from './watch-run.ts'

/** As many of the last lines as say how it went. */
const TAIL = 20

/** What an operation that started a run answers: the run at its end if that comes soon enough, else as it is. */
export async function answerWithRun(call: Call, started: Run): Promise<FollowedRun> {
  const patience = call.traits.runPatienceSeconds
  if (patience === 0) return viewRun(call, started.id)
  const signal = AbortSignal.any([call.signal, timeoutSignal(patience)])
  let tail: RunLine[] = []
  for await (const news of watchRun(call, started.id, { signal })) {
    if (news.kind === 'end') return { ...news.run, tail }
    tail = [...tail, ...news.lines].slice(-TAIL)
    call.progress({ message: tail.at(-1)?.text ?? '' })
  }
  const run = await viewRun(call, started.id)
  if (!isOver(run) && call.signal.aborted) requestCancel(call, run.id)
  return { ...run, tail }
}
