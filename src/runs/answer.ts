import type { Door } from '../operation/actor.ts'
import type { Call } from '../workspace/call.ts'
import { askToCancel } from './letters.ts'
import { type FollowedRun, isOver, type Run, type RunLine } from './model.ts'
import { viewRun } from './view.ts'
import { after } from './wait.ts'
import { watchRun } from './watch.ts'

/** How long an answer is held back for the run to end. The terminal follows by itself, pages by the stream of lines. */
const PATIENCE_SECONDS: Readonly<Record<Door, number>> = { mcp: 45, cli: 0, http: 0, web: 0 }
/** As many of the last lines as say how it went. */
const TAIL = 20

/** What an operation that started a run answers: the run at its end if that comes soon enough, else as it is. */
export async function answerWith(call: Call, started: Run): Promise<FollowedRun> {
  const patience = PATIENCE_SECONDS[call.actor.door]
  if (patience === 0) return viewRun(call, started.id)
  const signal = AbortSignal.any([call.signal, after(patience)])
  let tail: RunLine[] = []
  for await (const news of watchRun(call, started.id, { signal })) {
    if (news.kind === 'end') return { ...news.run, tail }
    tail = [...tail, ...news.lines].slice(-TAIL)
    call.progress({ message: tail.at(-1)?.text ?? '' })
  }
  const run = await viewRun(call, started.id)
  if (!isOver(run) && call.signal.aborted) askToCancel(call, run.id)
  return { ...run, tail }
}
