import fs from 'node:fs'
import { isOver, type Run, type RunLine } from '../../runs/model.ts'
import { prepareProcessEarly } from '../../runs/own/owner.ts'
import { requestCancel } from '../../runs/own/owner-mailbox.ts'
import { viewRun } from '../../runs/show/view-run.ts'
import { hasForked } from '../../runs/spawn/prefork.ts'
import { warmUpConfinement } from '../../runs/start/confinement.ts'
import { startRun } from '../../runs/start/start-run.ts'
import { timeoutSignal, waitForEnd } from '../../runs/watch/wait-for-run.ts'
import { watchRun } from '../../runs/watch/watch-run.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { pinsFile } from '../../workspace/trust/pins.ts'
import * as contracts from '../contracts.ts'
import type { ToolAnswer } from '../model.ts'
import { renderAnswer } from '../render-tool.ts'
import { findRuntime } from '../runtime/find-runtime.ts'
import { toolAnswerOf } from './answer-tool-run.ts'
import { planRun, type RunRequest } from './plan-tool-run.ts'

export const run = implement(() => contracts.run, {
  run: (call, request) => runTool(call, { ...request, asksIn: 'input' }),
  render: renderAnswer,
})

/**
 * A Node that waits for its tool starts while the tool is still looked for, read and compared with what is trusted. Nothing
 * is started where nothing is trusted yet.
 */
export async function prepareTool(call: Call): Promise<void> {
  const { name, program } = findRuntime(call)
  if (!fs.existsSync(pinsFile(call))) return
  warmUpConfinement(call)
  if (name !== 'node') return
  const outline = { kind: 'tool', argv: [program], cwd: call.workspace.root, network: true, forkable: true } as const
  await prepareProcessEarly(call, outline)
}

export async function runTool(call: Call, request: RunRequest): Promise<ToolAnswer> {
  if (!hasForked()) warmUpConfinement(call)
  const started = await startRun(call, await planRun(call, request))
  const { wait = 0 } = request
  return toolAnswerOf(call, wait === 0 ? started : await waited(call, started, wait))
}

/** A caller who gives up over MCP cancels its request, and the run with it; a page that closes leaves it alone. */
async function waited(call: Call, started: Run, seconds: number): Promise<Run> {
  const signal = AbortSignal.any([call.signal, timeoutSignal(seconds)])
  const run = call.traits.ownsItsRuns
    ? await watched(call, started, signal)
    : await waitForEnd(call, started.id, signal)
  if (!isOver(run) && call.signal.aborted && call.traits.ownsItsRuns) requestCancel(call, run.id)
  return run
}

/** Tells every line as progress meanwhile. */
async function watched(call: Call, { id }: Run, signal: AbortSignal): Promise<Run> {
  for await (const news of watchRun(call, id, { signal })) {
    if (news.kind === 'end') return news.run
    const percent = latestPercent(news.lines)
    const message = news.lines.at(-1)?.text ?? ''
    call.progress({ message, ...(percent !== undefined && { done: percent, total: 100 }) })
  }
  return viewRun(call, id)
}

/** How far it was at the last of these lines that says so. */
function latestPercent(lines: readonly RunLine[]): number | undefined {
  const event = lines.findLast(line => line.event?.type === 'progress')?.event
  return event?.type === 'progress' ? event.percent : undefined
}
