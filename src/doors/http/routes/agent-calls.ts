import fs from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { App } from '../../../app/app.ts'
import { type Failure, isRefused, refuse, toFailure } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { resolveInside } from '../../../store/files/contain.ts'
import type { HttpExchange } from '../wire/exchange.ts'
import { problem } from '../wire/problem.ts'
import { abortOnClose, type HttpAnswer, json } from '../wire/reply.ts'

/*
 * The two routes by which tools of the original have an agent work for them, with its bodies and answers. What starts
 * is an ordinary agent run: of the person's own agent, asked about what no rule allows, within the budget.
 */

const MOST_TURNS = 100
const turnsOf = (byItself: number) =>
  z
    .number()
    .int()
    .min(1)
    .default(byItself)
    .transform(turns => Math.min(turns, MOST_TURNS))

const Dispatch = z.strictObject({
  prompt: z.string().trim().min(1),
  run_key: z.string().trim().min(1).max(200),
  label: z.string().trim().min(1).max(200),
  max_turns: turnsOf(40),
})

/** Starts an agent that works in a worktree of its own, unless one of this key is at work; answers at once. */
export function dispatchAgent(app: App, exchange: HttpExchange): Promise<HttpAnswer> {
  return withError(() => dispatch(app, exchange))
}

async function dispatch(app: App, exchange: HttpExchange): Promise<HttpAnswer> {
  const { prompt, run_key, label, max_turns } = parsed(Dispatch, exchange.body)
  const { actor } = exchange.caller
  const input = { prompt, label, key: run_key, turns: max_turns, profile: 'write' }
  const started = await app.call('agent.start', input, { actor })
  if (!started.ok) return shown(started.error)
  return json(202, { run_id: (started.value as { id: string }).id, run_key, status: 'started' })
}

const Called = z.strictObject({
  prompt: z.string().trim().min(1),
  agent_file: z.string().min(1).max(1024).optional(),
  max_turns: turnsOf(20),
})

const LONGEST_MS = 600_000

/** Has an agent read and answer, and waits for what it says. */
export function callAgent(app: App, exchange: HttpExchange): Promise<HttpAnswer> {
  return withError(() => waitForAnswer(app, exchange))
}

async function waitForAnswer(app: App, exchange: HttpExchange): Promise<HttpAnswer> {
  const { prompt, agent_file: file, max_turns } = parsed(Called, exchange.body)
  const { actor } = exchange.caller
  const text = file === undefined ? prompt : `${agentFile(app, file)}\n\n${prompt}`
  const started = await app.call('agent.start', { prompt: text, turns: max_turns, profile: 'read' }, { actor })
  if (!started.ok) return shown(started.error)
  const { id } = started.value as { id: string }
  const signal = AbortSignal.any([abortOnClose(exchange.outgoing), AbortSignal.timeout(LONGEST_MS)])
  const { run, answer } = await app.within('agent.start', { actor, signal }, async call => {
    const { waitForEnd } = await import('../../../runs/watch/wait-for-run.ts')
    const { agentAnswer } = await import('../../../agents/launch.ts')
    return { run: await waitForEnd(call, id, signal), answer: await agentAnswer(call, id) }
  })
  if (run.status !== 'succeeded')
    throw refuse('failed', `The agent run ${id} did not succeed: ${run.reason ?? run.status}.`, {
      target: id,
      fix: shell`furrow runs show ${id}`,
    })
  const { cost, turns = 0 } = run.agent ?? {}
  const paid = cost?.currency === 'USD' ? { cost_usd: cost.amount } : {}
  return json(200, { result: answer ?? '', run_id: id, turns, ...paid })
}

/** Who the agent is to be, from a file of the workspace. */
function agentFile({ workspace: { root } }: App, file: string): string {
  const place = resolveInside(root, path.isAbsolute(file) ? path.relative(root, file) : file)
  if (fs.statSync(place, { throwIfNoEntry: false })?.isFile() === true) return fs.readFileSync(place, 'utf8')
  throw refuse('usage', `agent_file: ${file} does not exist in this workspace.`, { target: 'agent_file' })
}

/** A problem as everywhere, with the `error` that callers of the original look for. */
async function withError(work: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await work()
  } catch (error) {
    if (isRefused(error)) return shown(toFailure(error))
    throw error
  }
}

function shown(failure: Failure): HttpAnswer {
  const { body, ...rest } = problem(failure)
  return { ...rest, body: JSON.stringify({ ...JSON.parse(String(body)), error: failure.message }) }
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw refuse('usage', `${field}: ${issue?.message}`, { target: field })
}
