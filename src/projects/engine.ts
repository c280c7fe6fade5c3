import { guard } from '../lifecycle/reason.ts'
import { isRefused, type Refused, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { damaged } from '../store/documents/document.ts'
import { identityIn } from '../store/git-config/identity.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Call } from '../workspace/call.ts'
import type { Files } from '../workspace/files.ts'
import { approvalLog, projectSummary } from './approval-log.ts'
import { outlineOf, whyUnwritten } from './artifacts/outline.ts'
import { missingInFiles } from './finalize/written.ts'
import type { Sight } from './guards.ts'
import { whyNotAllowed } from './machine.ts'
import { type ProjectEvent, ProjectState, type Task } from './model.ts'
import { findProblems } from './recovery/problems.ts'
import {
  appendEvent,
  eventsFile,
  type Held,
  PROJECT,
  printState,
  readEvents,
  readState,
  requireWritable,
  stateFile,
  whyNotOf,
} from './shelf.ts'
import { typeNamed } from './types/load.ts'
import type { Ability } from './types/model.ts'

/** What a step makes of a project, and how the log tells it. */
export interface Stepped extends Pick<ProjectEvent, 'summary' | 'event' | 'from' | 'to' | 'reason'> {
  readonly state: ProjectState
  /** What Furrow's own log says instead, where others have to go by it. */
  readonly logged?: string
  /** Where the whole folder goes in the same commit. */
  readonly archive?: string
}

export interface Stepping {
  readonly held: Held
  readonly tx: Transaction
  readonly at: string
  /** Who does it, by name. */
  readonly by: string
  readonly sight: Sight
}

export interface Order {
  /** As the log shows it: `task update`. */
  readonly command: string
  /** What the state must allow; transitions and notes on them ask by themselves. */
  readonly ability?: Ability
  /** Goes on with a log that does not fit the state. */
  readonly adopts?: true
  /** For operations of more than one commit. */
  readonly part?: string
}

/** The one way to change a project: load, validate, policy of the state, apply, validate, commit with its log entry. */
export async function commit(call: Call, order: Order, step: (now: Stepping) => Stepped): Promise<Held> {
  const at = new Date(call.clock.now()).toISOString()
  const operationId = order.part === undefined ? call.operationId : `${call.operationId}-${order.part}`
  const { operation, actor, signal } = call
  const { state, folder } = await call.store.transact({ operation, actor, signal, operationId }, tx => {
    const held = hold(call, tx)
    requireWritable(tx)
    if (order.ability !== undefined) guard(whyNotAllowed(held.type, held.state, order.ability))
    const stepped = step({ held, tx, at, by: callerName(call), sight: sightOf(call, held, tx) })
    const state = put(tx, { held, stepped, order, at, call })
    if (stepped.archive !== undefined) tx.rename(PROJECT, stepped.archive)
    return { state, folder: stepped.archive ?? PROJECT }
  })
  return { state, type: typeNamed(call, state.project.type), folder }
}

interface Putting {
  readonly held: Pick<Held, 'type'> & { readonly state?: ProjectState }
  readonly stepped: Stepped
  readonly order: Order
  readonly at: string
  readonly call: Call
}

/** Writes the state and its log entry together, and tells everyone who shows it. */
export function put(tx: Transaction, { held, stepped, order, at, call }: Putting): ProjectState {
  const { state: next, summary, logged = summary, archive: _, ...moved } = stepped
  const revision = (held.state?.revision ?? 0) + 1
  if (held.state !== undefined && order.adopts !== true) readEvents(tx, held.state)
  const state = { ...next, revision, project: { ...next.project, updated_at: at } }
  requireSound(held.type, state)
  const file = stateFile()
  const written = tx.write(file, printState(state, tx.read(file)?.bytes, file))
  const event = { seq: revision, at, actor: actorOf(call), command: order.command, summary, ...moved }
  const log = eventsFile()
  tx.write(log, appendEvent(tx.read(log)?.bytes, event))
  tx.emit('exploration', state.project.name, written)
  tx.emit('artifact', state.project.name)
  tx.describe(projectSummary(state, logged))
  return state
}

/** A step that leaves something that could not be read again is a bug of ours, and is not written. */
function requireSound(type: Held['type'], state: ProjectState): void {
  const parsed = ProjectState.safeParse(JSON.parse(JSON.stringify(state)))
  if (!parsed.success) throw new Error(`the step leaves a state that is none: ${parsed.error.message}`)
  const reason = whyNotOf(type, parsed.data, stateFile())
  if (reason !== undefined) throw new Error(`the step leaves a state that is none: ${reason.message}`)
}

function actorOf(call: Call): ProjectEvent['actor'] {
  const { kind, id } = call.actor
  const name = callerName(call)
  return { kind, id, ...(name !== id && { name }) }
}

/** A person by the name that they commit with, an agent by the name of its client. */
function callerName({ actor: { kind, id }, workspace, env }: Call): string {
  return kind === 'person' ? (identityIn(workspace.root, env) ?? id) : id
}

/** The project of this worktree. */
export function hold(call: Call, files: Files, folder = PROJECT): Held {
  const state = readState(files, folder)
  if (state === undefined) throw stateMissing(files) ?? noProject()
  return heldOf(call, state, folder)
}

export function heldOf(call: Call, state: ProjectState, folder = PROJECT): Held {
  const type = typeIn(call, state, folder)
  const reason = whyNotOf(type, state, stateFile(folder))
  if (reason !== undefined) throw reason
  return { state, type, folder }
}

/** A file that names a type which nobody knows says something that it cannot mean. */
export function typeIn(call: Call, { project }: ProjectState, folder = PROJECT): Held['type'] {
  try {
    return typeNamed(call, project.type)
  } catch (error) {
    if (!isRefused(error) || error.code !== 'not_found') throw error
    throw damaged(stateFile(folder), `names the type ${project.type}, and there is none`, { field: 'project.type' })
  }
}

export function noProject(): Refused {
  return refuse('not_found', 'There is no exploration in this worktree.', { fix: shell`furrow explore start --help` })
}

/** A folder without its state file is half of a project, and not none. */
export function stateMissing(files: Files): Refused | undefined {
  if (files.read(eventsFile()) === undefined || files.read(stateFile()) !== undefined) return undefined
  const message = `${stateFile()} is missing, and its log is there.`
  return refuse('damaged', message, { target: stateFile(), fix: shell`furrow explore adopt` })
}

export function sightOf(
  call: Pick<Call, 'store' | 'workspace'>,
  held: Held,
  files: Files,
  root = call.workspace.root,
): Sight {
  const { type, state, folder } = held
  const problems = () => (root === call.workspace.root ? findProblems(call, held, files) : [])
  const bytesOf = (file: string) => files.read(`${folder}/${file}`)?.bytes
  const missingOf = (step: Task) => missingInFiles(held, step, files)
  const unwritten = (kind: string, bytes: Uint8Array) => whyUnwritten(outlineOf(type, kind), bytes)
  return { type, state, bytesOf, isLogged: approvalLog(call, state), unwritten, missingOf, problems }
}
