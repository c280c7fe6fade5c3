import { probeAhead } from '../../runs/confinement.ts'
import { askToCancel } from '../../runs/letters.ts'
import { isOver, type Run } from '../../runs/model.ts'
import { startRun } from '../../runs/start.ts'
import { viewRun } from '../../runs/view.ts'
import { after, waitForEnd } from '../../runs/wait.ts'
import { watchRun } from '../../runs/watch.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import type { ToolAnswer } from '../model.ts'
import { renderAnswer } from '../render.ts'
import { answerOf } from './answer.ts'
import { planRun, type RunRequest } from './plan.ts'

export const run = implement(contracts.run, {
  run: (call, request) => runTool(call, request),
  render: renderAnswer,
})

export async function runTool(call: Call, request: RunRequest): Promise<ToolAnswer> {
  probeAhead()
  const started = await startRun(call, await planRun(call, request))
  const { wait = 0 } = request
  return answerOf(call, wait === 0 ? started : await waited(call, started, wait))
}

/** A caller who gives up over MCP cancels its request, and the run with it; a page that closes leaves it alone. */
async function waited(call: Call, started: Run, seconds: number): Promise<Run> {
  const signal = AbortSignal.any([call.signal, after(seconds)])
  const run =
    call.actor.door === 'mcp' ? await watched(call, started, signal) : await waitForEnd(call, started.id, signal)
  if (!isOver(run) && call.signal.aborted && call.actor.door === 'mcp') askToCancel(call, run.id)
  return run
}

/** Tells every line as progress meanwhile. */
async function watched(call: Call, { id }: Run, signal: AbortSignal): Promise<Run> {
  for await (const news of watchRun(call, id, { signal })) {
    if (news.kind === 'end') return news.run
    const last = news.lines.at(-1)
    const percent = last?.event?.type === 'progress' ? last.event.percent : undefined
    call.progress({ message: last?.text ?? '', ...(percent !== undefined && { done: percent, total: 100 }) })
  }
  return viewRun(call, id)
}
