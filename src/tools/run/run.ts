import type { Door } from '../../operation/actor.ts'
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
  const { plan, streaming } = await planRun(call, request)
  const started = await startRun(call, plan)
  return answerOf(call, await waited(call, started, streaming))
}

/** How long an answer waits for the end, in seconds: the terminal and pages follow by themselves. */
const PATIENCE: Readonly<Record<Door, { readonly plain: number; readonly streaming: number }>> = {
  cli: { plain: 0, streaming: 0 },
  mcp: { plain: 45, streaming: 45 },
  http: { plain: 24 * 60 * 60, streaming: 0 },
  web: { plain: 24 * 60 * 60, streaming: 0 },
}

export async function waited(call: Call, started: Run, streaming: boolean): Promise<Run> {
  const patience = PATIENCE[call.actor.door][streaming ? 'streaming' : 'plain']
  if (patience === 0) return viewRun(call, started.id)
  const signal = AbortSignal.any([call.signal, after(patience)])
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
    const [, percent] = /\((\d+(?:\.\d+)?)%\)$/.exec(last?.level === 'progress' ? last.text : '') ?? []
    call.progress({ message: last?.text ?? '', ...(percent !== undefined && { done: Number(percent), total: 100 }) })
  }
  return viewRun(call, id)
}
