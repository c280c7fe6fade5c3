import { setTimeout as delay } from 'node:timers/promises'
import {
  type AgentCapabilities,
  type ClientConnection,
  type McpServer,
  methods,
  type PromptRequest,
} from '@agentclientprotocol/sdk'
import type { AgentPart, Run } from '../../runs/model.ts'
import type { StopReason } from '../../runs/own/owner.ts'
import type { RunningProcess } from '../../runs/spawn/start-process.ts'
import type { Call } from '../../workspace/call.ts'
import type { RunDoor } from './drive.ts'
import type { Journal } from './journal.ts'
import { noteInRun } from './note.ts'
import type { SessionOutcome } from './outcome.ts'

export interface Conversation {
  readonly call: Call
  readonly run: Run & { readonly agent: AgentPart }
  readonly connection: ClientConnection
  readonly child: RunningProcess
  readonly door: RunDoor
  readonly root: string
  readonly stopping: AbortSignal
  readonly journal: Journal
  /** While a session is loaded, what comes is its past. */
  replay(on: boolean): void
  /** Nobody is asked for permissions any more. */
  hush(): void
}

/** An agent that has not said who it is by then will not do it any more. */
const START_MS = 120_000
/** How long an agent that is told to stop may take to say so; then its processes are ended. */
const CANCEL_MS = 1000

const { agent: ask } = methods

/** One prompt, from the first handshake to the last word; whatever ends it first decides how it ends. */
export async function converse(conversation: Conversation): Promise<SessionOutcome> {
  const facts: { session_id?: string; resumable?: boolean } = {}
  const over = new AbortController()
  const answered = prompt(conversation, facts)
  // When something else ends it first, nobody awaits it any more.
  answered.catch(() => undefined)
  try {
    const first = await Promise.race([
      answered.catch(error => failed(conversation, error)),
      conversation.child.exited.then(() => failed(conversation, undefined)),
      stopped(conversation.stopping, over.signal),
    ])
    if (first.kind === 'stopped') await cancel(conversation, answered, facts.session_id)
    return { ...first, ...facts }
  } finally {
    over.abort()
  }
}

async function prompt(conversation: Conversation, facts: { session_id?: string; resumable?: boolean }) {
  const { connection, run, journal, call } = conversation
  const { agentCapabilities = {} } = await within(START_MS, initialize(conversation))
  facts.resumable = agentCapabilities.loadSession === true || isSet(agentCapabilities.sessionCapabilities?.resume)
  const sessionId = await within(START_MS, openSession(conversation, agentCapabilities))
  facts.session_id = sessionId
  journal.add({ type: 'started', agent: run.agent.name, session_id: sessionId })
  const { resumable } = facts
  await noteInRun(call, run.id, now => ({ ...now, agent: { ...now.agent, session_id: sessionId, resumable } }))
  const request: PromptRequest = { sessionId, prompt: [{ type: 'text', text: run.agent.prompt }] }
  const { stopReason } = await connection.agent.request(ask.session.prompt, request)
  return { kind: 'answered' as const, stopReason }
}

function initialize({ connection, run, call }: Conversation) {
  const writes = run.agent.profile === 'write'
  return connection.agent.request(ask.initialize, {
    protocolVersion: 1,
    clientInfo: { name: 'furrow', title: 'Furrow', version: call.manifest.version },
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: writes }, terminal: writes },
  })
}

async function openSession(conversation: Conversation, capabilities: AgentCapabilities): Promise<string> {
  const { connection, run, root } = conversation
  const mcpServers = [bridgeOf(conversation.door)]
  const { session_id: sessionId, resumes } = run.agent
  if (resumes === undefined || sessionId === undefined)
    return (await connection.agent.request(ask.session.new, { cwd: root, mcpServers })).sessionId
  conversation.replay(true)
  try {
    if (capabilities.loadSession === true)
      await connection.agent.request(ask.session.load, { sessionId, cwd: root, mcpServers })
    else await connection.agent.request(ask.session.resume, { sessionId, cwd: root, mcpServers })
  } finally {
    conversation.replay(false)
  }
  return sessionId
}

function bridgeOf({ command, args, env }: RunDoor): McpServer {
  const variables = Object.entries(env).map(([name, value]) => ({ name, value }))
  return { name: 'furrow', command, args: [...args], env: variables }
}

async function cancel(conversation: Conversation, answered: Promise<unknown>, sessionId?: string): Promise<void> {
  const { connection, hush } = conversation
  hush()
  if (sessionId === undefined || connection.signal.aborted) return
  const told = connection.agent.notify(ask.session.cancel, { sessionId }).then(() => answered)
  await Promise.race([told.catch(() => undefined), delay(CANCEL_MS, undefined, { ref: false })])
}

/** Of a failure and the end of the process, which often come together, the end says more. */
async function failed({ child, stopping }: Conversation, error: unknown): Promise<SessionOutcome> {
  const gone = await Promise.race([child.exited.then(() => true), delay(PATIENCE_MS, false, { ref: false })])
  if (stopping.aborted) return stopOf(stopping)
  if (!gone) return { kind: 'failed', reason: `The agent could not go on: ${messageOf(error)}` }
  const { exitCode, signal } = await child.done
  const how = signal === null ? `with exit code ${exitCode}` : `by ${signal}`
  return {
    kind: 'failed',
    reason: `The agent ended ${how} before it had answered.`,
    exit_code: exitCode,
    ...(signal !== null && { signal }),
  }
}

const PATIENCE_MS = 300

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}

function stopped(stopping: AbortSignal, over: AbortSignal): Promise<SessionOutcome> {
  return new Promise(resolve => {
    const stop = () => resolve(stopOf(stopping))
    stopping.addEventListener('abort', stop, { signal: over })
    if (stopping.aborted) stop()
  })
}

function stopOf(stopping: AbortSignal): SessionOutcome {
  const { status, reason } = stopping.reason as StopReason
  return status !== 'cancelled'
    ? { kind: 'stopped', status, reason }
    : { kind: 'stopped', status: 'stopped', reason: reason.replace(/^Cancelled/, 'Stopped') }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not answer within ${ms / 1000} seconds`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}
