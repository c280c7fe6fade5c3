import { refuseFor } from '../../lifecycle/reason.ts'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { findRun } from '../../runs/record/records.ts'
import { shell } from '../../shared/shell/shell.ts'
import { damaged } from '../../store/documents/document.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { callerName } from '../../workspace/caller-name.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { artifactOutline, whyUnwritten } from '../artifacts/outline.ts'
import { collectEvidence } from '../evidence/collect.ts'
import type { EvidenceAccess } from '../evidence/standing.ts'
import { missingInFiles } from '../finalize/written.ts'
import { type ProjectEvent, ProjectState, type ProjectTask } from '../model.ts'
import { findProblems } from '../recovery/problems.ts'
import { whyUndecided } from '../recovery/unfinished.ts'
import type { GuardContext } from '../rules/guards.ts'
import { findHindrances } from '../rules/hindrances.ts'
import { whyNotAllowed } from '../rules/machine.ts'
import { typeNamed } from '../types/load.ts'
import type { Ability } from '../types/model.ts'
import { approvalLog, projectSummary } from './approval-log.ts'
import {
  appendEvent,
  type LoadedProject,
  PROJECT,
  printState,
  projectEventsFile,
  readProjectEvents,
  readState,
  requireWritable,
  stateFile,
  whyNotOf,
} from './project-files.ts'

/** What a step makes of a project, and how the log tells it. */
export interface StepOutcome extends Pick<ProjectEvent, 'summary' | 'event' | 'from' | 'to' | 'reason'> {
  readonly state: ProjectState
  /** What Furrow's own log says instead, where others have to go by it. */
  readonly logged?: string
  /** Where the whole folder goes in the same commit. */
  readonly archive?: string
}

export interface StepContext {
  readonly held: LoadedProject
  readonly tx: Transaction
  readonly at: string
  /** Who does it, by name. */
  readonly by: string
  readonly sight: GuardContext
}

export interface ProjectCommand {
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
export async function commitStep(
  call: Call,
  order: ProjectCommand,
  step: (now: StepContext) => StepOutcome,
): Promise<LoadedProject> {
  const at = new Date(call.clock.now()).toISOString()
  const operationId = order.part === undefined ? call.operationId : `${call.operationId}-${order.part}`
  const { operation, actor, signal } = call
  const { state, folder } = await call.store.transact({ operation, actor, signal, operationId }, tx => {
    const held = requireProject(call, tx)
    requireWritable(tx)
    if (order.ability !== undefined) refuseFor(whyNotAllowed(held.type, held.state, order.ability))
    const stepped = step({ held, tx, at, by: callerName(call), sight: guardContextOf(call, held, tx) })
    const state = writeProject(tx, { held, stepped, order, at, call })
    if (stepped.archive !== undefined) tx.rename(PROJECT, stepped.archive)
    return { state, folder: stepped.archive ?? PROJECT }
  })
  return { state, type: typeNamed(call, state.project.type), folder }
}

interface ProjectWrite {
  readonly held: Pick<LoadedProject, 'type'> & { readonly state?: ProjectState }
  readonly stepped: StepOutcome
  readonly order: ProjectCommand
  readonly at: string
  readonly call: Call
}

/** Writes the state and its log entry together, and tells everyone who shows it. */
export function writeProject(tx: Transaction, { held, stepped, order, at, call }: ProjectWrite): ProjectState {
  const { state: next, summary, logged = summary, archive: _, ...moved } = stepped
  const revision = (held.state?.revision ?? 0) + 1
  if (held.state !== undefined && order.adopts !== true) readProjectEvents(tx, held.state)
  const state = { ...next, revision, project: { ...next.project, updated_at: at } }
  requireSound(held.type, state)
  const file = stateFile()
  const written = tx.write(file, printState(state, tx.read(file)?.bytes, file))
  const event = { seq: revision, at, actor: actorOf(call), command: order.command, summary, ...moved }
  const log = projectEventsFile()
  tx.write(log, appendEvent(tx.read(log)?.bytes, event))
  tx.emit('exploration', state.project.name, written)
  tx.emit('artifact', state.project.name)
  tx.describe(projectSummary(state, logged))
  return state
}

/** A step that leaves something that could not be read again is a bug of ours, and is not written. */
function requireSound(type: LoadedProject['type'], state: ProjectState): void {
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

/** The project of this worktree. */
export function requireProject(call: Call, files: Files, folder = PROJECT): LoadedProject {
  try {
    const state = readState(files, folder)
    if (state === undefined) throw stateMissing(files) ?? noProject()
    return loadProject(call, state, folder)
  } catch (error) {
    throw folder === PROJECT && isRefused(error) ? (whyUndecided(call, error) ?? adoptable(call, files, error)) : error
  }
}

/** A state file that cannot be used, while an earlier text of it is known, comes back with one command. */
function adoptable({ store, workspace }: Call, files: Files, error: Refused): Refused {
  const { code, message, target, details, fix } = error
  if (code !== 'damaged' || target !== stateFile() || fix !== shell`furrow doctor`) return error
  const bytes = files.read(stateFile())?.bytes
  const last = store.lastWritten(workspace.root, stateFile())
  if (bytes === undefined || (last === undefined ? bytes.length > 0 : last.equals(bytes))) return error
  const more = { target, cause: error, ...(details !== undefined && { details }) }
  return refuse('damaged', message, { ...more, fix: shell`furrow explore adopt` })
}

export function loadProject(call: Call, state: ProjectState, folder = PROJECT): LoadedProject {
  const type = typeIn(call, state, folder)
  const reason = whyNotOf(type, state, stateFile(folder))
  if (reason !== undefined) throw reason
  return { state, type, folder }
}

/** A file that names a type which nobody knows says something that it cannot mean. */
export function typeIn(call: Call, { project }: ProjectState, folder = PROJECT): LoadedProject['type'] {
  try {
    return typeNamed(call, project.type)
  } catch (error) {
    if (!isRefused(error) || error.code !== 'not_found') throw error
    throw damaged(stateFile(folder), `names the type ${project.type}, and there is none`, { field: 'project.type' })
  }
}

export function noProject(): Refused {
  return refuse('not_found', 'There is no project in this worktree.', { fix: shell`furrow explore start --help` })
}

/** A folder without its state file is half of a project, and not none. */
export function stateMissing(files: Files): Refused | undefined {
  if (files.read(projectEventsFile()) === undefined || files.read(stateFile()) !== undefined) return undefined
  const message = `${stateFile()} is missing, and its log is there.`
  return refuse('damaged', message, { target: stateFile(), fix: shell`furrow explore adopt` })
}

export function guardContextOf(
  call: Pick<Call, 'store' | 'workspace' | 'home'>,
  held: LoadedProject,
  files: Files,
  root = call.workspace.root,
): GuardContext {
  const { type, state, folder } = held
  const problems = () => (root === call.workspace.root ? findProblems(call, held, files) : [])
  const bytesOf = (file: string) => files.read(`${folder}/${file}`)?.bytes
  const missingOf = (step: ProjectTask) => missingInFiles(held, step, files)
  const unwritten = (kind: string, bytes: Uint8Array) => whyUnwritten(artifactOutline(type, kind), bytes)
  const look: EvidenceAccess = {
    fileOf: file => files.read(file)?.bytes,
    keptOf: bytesOf,
    hasRun: id => findRun(call, id) !== undefined,
  }
  const evidence = () => collectEvidence({ type, state, look })
  const isLogged = approvalLog(call, state)
  const hindrances = () => findHindrances(call, held, { sight, files })
  const sight: GuardContext = {
    type,
    state,
    bytesOf,
    isLogged,
    unwritten,
    missingOf,
    problems,
    hindrances,
    look,
    evidence,
  }
  return sight
}
