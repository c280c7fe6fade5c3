import { refuse } from '../operation/errors.ts'
import { type AgentPart, isOver, type Permission, type Run } from '../runs/model.ts'
import { endRun } from '../runs/own/cancel.ts'
import { sendToOwner } from '../runs/own/owner-mailbox.ts'
import { liveRuns } from '../runs/own/settle-dead-runs.ts'
import { renderRun } from '../runs/show/render-run.ts'
import { viewRun } from '../runs/show/view-run.ts'
import { timeoutSignal } from '../runs/watch/wait-for-run.ts'
import { shell } from '../shared/shell/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { readAgentEvents } from './events.ts'
import type { AgentEvent } from './model.ts'
import { PERMIT_MESSAGE } from './permissions/permit-message.ts'

export const events = implement(() => contracts.events, {
  async run(call, { id, offset }) {
    const run = await agentRun(call, id)
    return { run, ...readAgentEvents(call, id, offset) }
  },
  render: ({ run, events, more, next }) =>
    [
      ...events.map(eventLine),
      more ? `More: ${shell`furrow runs events ${run.id} --offset ${next}`}` : `(${run.id}: ${run.status})`,
    ].join('\n'),
})

export const permissions = implement(() => contracts.permissions, {
  async run(call) {
    const runs = await liveRuns(call)
    return { permissions: runs.flatMap(waitingIn) }
  },
  render: ({ permissions }) =>
    permissions.length === 0
      ? 'No agent waits for a permission.'
      : permissions
          .map(({ run, id, title, tool, paths, input }) =>
            [
              `- ${tool}: ${title} (run ${run}, ${id})`,
              ...(paths.length > 0 ? [`  files: ${paths.join(', ')}`] : []),
              ...(input === undefined ? [] : [`  input: ${input}`]),
              `  answer: ${shell`furrow runs permit ${run} allow --permission ${id}`}`,
            ].join('\n'),
          )
          .join('\n'),
})

export const permit = implement(() => contracts.permit, {
  async run(call, { id, answer, permission }) {
    const run = await agentRun(call, id)
    const asked = choose(run, permission)
    sendToOwner(call, id, { kind: PERMIT_MESSAGE, payload: { permission: asked.id, answer } })
    return { run: await settledAnswer(call, run, asked.id), permission: asked.id, answer }
  },
  render: ({ run, permission, answer }) => `${answer}: the agent of ${run.id} has its answer to ${permission}.`,
})

export const stop = implement(() => contracts.stop, {
  run: (call, { id }) => endRun(call, id),
  render: renderRun,
})

export async function agentRun(call: Call, id: string): Promise<Run & { agent: AgentPart }> {
  const run = await viewRun(call, id)
  const { agent } = run
  if (agent !== undefined) return { ...run, agent }
  throw refuse('usage', `Run ${id} was not started by an agent.`, { target: id, fix: shell`furrow runs show ${id}` })
}

function waitingIn({ id, label, agent, status }: Run) {
  const pending = status === 'waiting' ? (agent?.pending ?? []) : []
  return pending.map(permission => ({ ...permission, run: id, label, agent: agent?.name ?? '' }))
}

function choose(run: Run, wanted: string | undefined): Permission {
  const pending = run.status === 'waiting' ? (run.agent?.pending ?? []) : []
  const found = wanted === undefined ? pending[0] : pending.find(({ id }) => id === wanted)
  if (found === undefined)
    throw refuse('invalid_state', `The run ${run.id} does not wait for ${wanted ?? 'a permission'} (${run.status}).`, {
      target: run.id,
      fix: shell`furrow runs permissions`,
    })
  if (wanted === undefined && pending.length > 1)
    throw refuse('usage', `The run ${run.id} waits for ${pending.length} permissions; say which.`, {
      target: 'permission',
      fix: shell`furrow runs permissions`,
    })
  return found
}

const ANSWER_SECONDS = 5

/** The run once its owner has taken the answer; as it is, when that takes long. */
async function settledAnswer(call: Call, run: Run, permission: string): Promise<Run> {
  const { nextChange } = await import('../runs/watch/run-events.ts')
  const signal = AbortSignal.any([call.signal, timeoutSignal(ANSWER_SECONDS)])
  for (;;) {
    using change = nextChange(call, run.id, signal)
    const now = await viewRun(call, run.id)
    const waits = now.agent?.pending?.some(({ id }) => id === permission) === true
    if (!waits || isOver(now) || signal.aborted) return now
    await change.happened
  }
}

const SHOWN = 200

function eventLine(event: AgentEvent): string {
  const { type, text, tool, title, status, permission, answer, by, entries, exit_code } = event
  const parts: Readonly<Record<AgentEvent['type'], string>> = {
    started: `started (session ${event.session_id})`,
    text: text ?? '',
    thought: `thinks: ${brief(text)}`,
    tool: `${tool}: ${title} (${status})`,
    plan: `plan: ${entries?.map(entry => `${entry.content} (${entry.status})`).join('; ')}`,
    permission: `${answer === 'ask' ? 'asks for' : answer} ${permission}, ${tool}: ${title}${by === undefined ? '' : ` (${by})`}`,
    answered: `${permission}: ${answer}, said ${by}`,
    file: `wrote ${event.paths?.join(', ')}`,
    terminal: `$ ${title ?? event.call} (${status}${exit_code === undefined ? '' : `, exit ${exit_code}`})`,
    usage: `used ${event.used} of ${event.size} tokens`,
    note: text ?? '',
    ended: `${status} after ${event.turns} turns`,
  }
  return parts[type]
}

function brief(text = ''): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}
