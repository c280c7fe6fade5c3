import {
  type ClientApp,
  client,
  methods,
  RequestError,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { isRefused } from '../../operation/errors.ts'
import type { AgentProfile } from '../../runs/model.ts'
import type { Broker } from '../permissions/broker.ts'
import { realPath } from '../permissions/paths.ts'
import type { Action, PermissionDecision } from '../permissions/permission-rules.ts'
import type { Journal } from './journal.ts'
import { readAgentText, writeAgentText } from './session-files.ts'
import type { Terminals } from './terminals.ts'
import { cutText, type KnownCall, mergeCall, textIn, toolEvent, toolLine } from './updates.ts'
import type { ReportedUsage } from './usage.ts'

export interface ClientParts {
  readonly root: string
  readonly profile: AgentProfile
  readonly journal: Journal
  readonly broker: Broker
  readonly terminals: Terminals
  decide(action: Action): PermissionDecision
  /** Something was reported: budgets are looked at. */
  onProgress(): void
  /** What the session says about its tokens and its cost. */
  onUsage(usage: ReportedUsage): void
  /** While a session is loaded the agent tells its past again, which is known. */
  isReplaying(): boolean
}

const { session, fs, terminal } = methods.client

/** Furrow's side of the protocol: what an agent may ask of the program that started it. */
export function furrowClient(parts: ClientParts): ClientApp {
  const calls = new Map<string, KnownCall>()
  const app = client({ name: 'furrow' })
    .onNotification(session.update, ({ params }) => {
      if (!parts.isReplaying()) receiveUpdate(parts, calls, params.update)
    })
    .onRequest(session.requestPermission, async ({ params }) => ({
      outcome: await parts.broker.ask(questionOf(parts, calls, params)),
    }))
    .onRequest(fs.readTextFile, ({ params }) =>
      answering(() => {
        refuseDenied(parts, 'read', params.path)
        return { content: readAgentText(parts.root, params) }
      }),
    )
  if (parts.profile !== 'write') return app
  return withTerminals(parts, app).onRequest(fs.writeTextFile, ({ params }) =>
    answering(() => {
      refuseDenied(parts, 'edit', params.path)
      writeAgentText(parts.root, params.path, params.content)
      parts.journal.add({ type: 'file', paths: [realPath(parts.root, params.path)] })
      return {}
    }),
  )
}

function withTerminals({ root, broker, terminals, journal, decide }: ClientParts, app: ClientApp): ClientApp {
  return app
    .onRequest(terminal.create, ({ params }) =>
      answering(async () => {
        const line = [params.command, ...(params.args ?? [])].join(' ')
        const cwd = params.cwd ?? root
        const place = realPath(root, cwd)
        const action: Action = { tool: 'execute', paths: [place] }
        const isOutside = place.startsWith('/')
        if (
          isOutside ||
          decide(action).verdict === 'deny' ||
          !(await broker.mayRun({ action, title: cutText(line, 300) }))
        )
          throw new RequestError(-32000, isOutside ? `${cwd} is outside of the run.` : 'The command was not allowed.')
        const terminalId = await terminals.create({
          command: params.command,
          args: params.args ?? [],
          env: params.env ?? [],
          cwd,
          outputByteLimit: params.outputByteLimit,
        })
        journal.add({ type: 'terminal', call: terminalId, title: cutText(line, 1000), status: 'running' })
        journal.line('progress', `$ ${cutText(line, 300)}`)
        void terminals.waitForExit(terminalId).then(({ exitCode }) => {
          const output = cutText(terminals.lastOutput(terminalId), 4000)
          journal.add({ type: 'terminal', call: terminalId, status: 'ended', exit_code: exitCode, output })
        })
        return { terminalId }
      }),
    )
    .onRequest(terminal.output, ({ params }) => answering(() => terminals.output(params.terminalId)))
    .onRequest(terminal.waitForExit, ({ params }) => answering(() => terminals.waitForExit(params.terminalId)))
    .onRequest(terminal.kill, ({ params }) => answering(async () => void (await terminals.kill(params.terminalId))))
    .onRequest(terminal.release, ({ params }) =>
      answering(async () => void (await terminals.release(params.terminalId))),
    )
}

function receiveUpdate(parts: ClientParts, calls: Map<string, KnownCall>, update: SessionUpdate): void {
  const { journal } = parts
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      journal.say('text', textIn(update) ?? '')
      break
    case 'agent_thought_chunk':
      journal.say('thought', textIn(update) ?? '')
      break
    case 'tool_call':
    case 'tool_call_update': {
      const before = calls.get(update.toolCallId)
      const now = inPlace(parts.root, mergeCall(before, update))
      calls.set(update.toolCallId, now)
      journal.add(toolEvent(update.toolCallId, now))
      const line = toolLine(before, now)
      if (line !== undefined) journal.line('progress', line)
      break
    }
    case 'plan': {
      const entries = update.entries.map(({ content, status, priority }) => ({ content, status, priority }))
      journal.add({ type: 'plan', entries })
      const done = entries.filter(({ status }) => status === 'completed').length
      journal.line('progress', `plan: ${done} of ${entries.length} steps done`)
      break
    }
    case 'usage_update': {
      const { used, size, cost } = update
      const told = cost === null || cost === undefined ? {} : { cost: { amount: cost.amount, currency: cost.currency } }
      journal.add({ type: 'usage', used, size, ...told })
      parts.onUsage({ used, ...told })
      break
    }
  }
  parts.onProgress()
}

function questionOf(parts: ClientParts, calls: Map<string, KnownCall>, request: RequestPermissionRequest) {
  const known = inPlace(parts.root, mergeCall(calls.get(request.toolCall.toolCallId), request.toolCall))
  calls.set(request.toolCall.toolCallId, known)
  const { tool, name, paths, title, input } = known
  return {
    action: { tool, paths, ...(name !== undefined && { name }) },
    title,
    ...(input !== undefined && { input }),
    options: request.options,
  }
}

function inPlace(root: string, call: KnownCall): KnownCall {
  return { ...call, paths: [...new Set(call.paths.map(path => realPath(root, path)))] }
}

function refuseDenied({ root, decide }: ClientParts, tool: string, path: string): void {
  const { verdict, by } = decide({ tool, paths: [realPath(root, path)] })
  if (verdict === 'deny' && by === 'rule') throw new RequestError(-32000, `A rule denies ${tool} of ${path}.`)
}

/** What is refused, the agent is told as such; a bug is told as one. */
async function answering<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isRefused(error) ? new RequestError(-32000, error.message) : error
  }
}
