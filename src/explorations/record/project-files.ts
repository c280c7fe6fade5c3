import { isDeepStrictEqual } from 'node:util'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { damaged } from '../../store/documents/document.ts'
import {
  type ParseOptions,
  parseWith,
  type SchemaVersions,
  versionOf,
  whyNotWritable,
} from '../../store/documents/schema.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { ProjectEvent, ProjectState, STATE_SCHEMA } from '../model.ts'
import type { ProjectType } from '../types/model.ts'

export const PROJECT = '.sow/project'
export const ARCHIVE = '.sow/archive'

/** A project with the type it lives by. */
export interface LoadedProject {
  readonly state: ProjectState
  readonly type: ProjectType
  /** `.sow/project`, or where it was archived. */
  readonly folder: string
}

export function stateFile(folder = PROJECT): string {
  return `${folder}/state.yaml`
}

export function projectEventsFile(folder = PROJECT): string {
  return `${folder}/events.jsonl`
}

/** The state as it stands in the file; throws `damaged` with the field and the line that are wrong. */
export function readState(files: Files, folder = PROJECT): ProjectState | undefined {
  const path = stateFile(folder)
  const file = files.read(path)
  if (file === undefined) return undefined
  const document = openYaml(file.bytes, path)
  const data = document.data()
  if (isFlat(data)) throw flat(path)
  versionOf(data, versions(path))
  return stateIn(data, { path, lineOf: document.lineOf })
}

/** Times that are none follow from the log by rule; everything else that is wrong is for a person to see. */
function stateIn(data: unknown, options: ParseOptions): ProjectState {
  try {
    return parseWith(ProjectState, data, options)
  } catch (error) {
    if (!isRefused(error) || !/(?:^|\.)[a-z]+_at$/.test(String(error.details?.field ?? ''))) throw error
    throw adoptable(error)
  }
}

function adoptable({ message, target, details }: Refused): Refused {
  return refuse('damaged', message, {
    fix: shell`furrow explore adopt`,
    ...(target !== undefined && { target }),
    ...(details !== undefined && { details }),
  })
}

/** A project that says it is somewhere where its type has no place. */
export function whyNotOf(type: ProjectType, { statechart, phases }: ProjectState, path: string): Refused | undefined {
  const name = statechart.current_state
  if (type.states[name] === undefined)
    return damaged(path, `is in ${name}, which is not a state of ${type.name}`, { field: 'statechart.current_state' })
  const missing = type.phases.find(phase => phases[phase] === undefined)
  if (missing !== undefined) return damaged(path, `has no phase ${missing}`, { field: `phases.${missing}` })
  const ids = Object.values(phases).flatMap(({ tasks }) => tasks.map(({ id }) => id))
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) return damaged(path, `has two tasks ${twice}`, { field: 'phases' })
  return whyNotPhases(type, phases, path)
}

const ANY_PHASE = ['pending', 'in_progress', 'completed', 'skipped', 'abandoned']

/** Statuses and `enabled` follow from the state by rule, so what says otherwise was not written by it. */
function whyNotPhases(type: ProjectType, phases: ProjectState['phases'], path: string): Refused | undefined {
  for (const name of type.phases) {
    const { status = '', enabled } = phases[name] ?? {}
    const known = Object.values(type.states).flatMap(({ phase, status: is }) => (phase === name && is ? [is] : []))
    if (![...known, ...ANY_PHASE].includes(status))
      return byRule(path, `phases.${name}.status`, `is ${status}, which is not a status of ${name}`)
    if (enabled !== true && status !== 'skipped') return byRule(path, `phases.${name}.enabled`, 'is not true')
  }
  return undefined
}

function byRule(path: string, field: string, what: string): Refused {
  const message = `${path}: ${field} ${what}.`
  return refuse('damaged', message, { target: path, fix: shell`furrow explore adopt`, details: { field } })
}

export function requireWritable(files: Files, folder = PROJECT): void {
  const newer = whyNewer(files, folder)
  if (newer !== undefined) throw newer
}

/** A state that a later version wrote can be read, and is not changed. */
export function whyNewer(files: Files, folder = PROJECT): Refused | undefined {
  const path = stateFile(folder)
  const bytes = files.read(path)?.bytes
  return bytes === undefined ? undefined : whyNotWritable(openYaml(bytes, path).data(), versions(path))
}

/** The bytes of `state.yaml` after a step: what the step does not change keeps its place, spelling and comments. */
export function printState(state: ProjectState, before: Buffer | undefined, path: string): string {
  const document = openYaml(before ?? `schema_version: ${STATE_SCHEMA}\n`, path)
  const next = plain({ ...state, schema_version: STATE_SCHEMA }) as Record<string, unknown>
  const now = plain(document.data()) as Record<string, unknown>
  for (const key of Object.keys(now)) if (next[key] === undefined) document.remove([key])
  for (const [key, value] of Object.entries(next)) if (!isDeepStrictEqual(now[key], value)) document.set([key], value)
  return document.print()
}

/** The log, oldest first. One that does not reach as far as the state says was cut, or belongs to another state. */
export function readProjectEvents(files: Files, state: ProjectState, folder = PROJECT): ProjectEvent[] {
  const path = projectEventsFile(folder)
  const file = files.read(path)
  if (file === undefined && (folder !== PROJECT || (state.revision ?? 0) === 0)) return []
  if (file === undefined) throw unfit(path, `${path} is missing, and the state is at ${state.revision}.`)
  const lines = file.bytes.toString('utf8').split('\n')
  const events = eventsIn(lines.at(-1) === '' ? lines.slice(0, -1) : lines, path)
  const [last, revision] = [events.at(-1)?.seq ?? 0, state.revision ?? 0]
  if (last !== revision || lines.at(-1) !== '') throw differing(path, { last, revision, line: events.length })
  const twice = events.find(({ seq }, index) => events.findIndex(each => each.seq === seq) !== index)?.seq
  if (twice !== undefined) throw unfit(path, `${path} has two entries ${twice}: ${TWO_LOGS}`)
  const [led, name] = [loggedState(events), state.statechart.current_state]
  if (led !== undefined && led !== name) throw unlogged(folder, { led, name })
  return events
}

/** A line that cannot be read, such as the mark of a conflict, is what `adopt` keeps aside. */
function eventsIn(lines: readonly string[], path: string): ProjectEvent[] {
  try {
    return lines.map((line, index) => eventIn(line, path, index + 1))
  } catch (error) {
    if (!isRefused(error) || path !== projectEventsFile()) throw error
    throw adoptable(error)
  }
}

/** Where the moves in the log lead; nobody can say after a state was adopted by a version that did not note which. */
export function loggedState(events: readonly ProjectEvent[]): string | undefined {
  const last = events.findLast(({ to, command }) => to !== undefined || command === 'adopt')
  return last?.to
}

function unlogged(folder: string, { led, name }: { led: string; name: string }): Refused {
  const message = `${stateFile(folder)} says ${name}, but its log leads to ${led}: no command made that move.`
  const details = { field: 'statechart.current_state' }
  return refuse('damaged', message, { target: stateFile(folder), fix: shell`furrow explore adopt`, details })
}

const TWO_LOGS = 'two logs were merged, and the state holds the steps of one of them.'

function unfit(path: string, message: string): Refused {
  return refuse('damaged', message, { target: path, fix: shell`furrow explore adopt` })
}

function differing(path: string, { last, revision, line }: { last: number; revision: number; line: number }): Refused {
  const message = `${path}:${line} ends with entry ${last}, and the state is at ${revision}.`
  return refuse('damaged', message, { target: path, fix: shell`furrow explore adopt`, details: { line } })
}

/** The entries that can be read of a log that may be merged by hand, by their numbers. */
export function parseEvents(bytes: Buffer): { events: ProjectEvent[]; unreadable: number } {
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
  const events = lines.flatMap(line => {
    try {
      return [eventIn(line, '', 0)]
    } catch (error) {
      if (isRefused(error)) return []
      throw error
    }
  })
  return { events: events.toSorted((one, other) => one.seq - other.seq), unreadable: lines.length - events.length }
}

export function appendEvent(before: Buffer | undefined, event: ProjectEvent): string {
  return `${before?.toString('utf8') ?? ''}${JSON.stringify(event)}\n`
}

function eventIn(line: string, path: string, number: number): ProjectEvent {
  let data: unknown
  try {
    data = JSON.parse(line)
  } catch {
    throw damaged(path, 'is not an entry of the log', { line: number })
  }
  return parseWith(ProjectEvent, data, { path, lineOf: () => number })
}

function versions(path: string): SchemaVersions {
  return { path, current: STATE_SCHEMA, absent: 1 }
}

/** sow today writes name and type at the top. */
function isFlat(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'statechart' in data && !('project' in data) && 'name' in data
}

function flat(path: string): Refused {
  return refuse('invalid_state', `${path} is in the form that sow itself writes today; it was not touched.`, {
    target: path,
    fix: shell`furrow import sow`,
  })
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
