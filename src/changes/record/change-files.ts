import type * as z from 'zod'
import { type Code, isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { whyNotId } from '../../operation/names/naming.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { damaged } from '../../store/documents/document.ts'
import { openJson } from '../../store/documents/json/json.ts'
import { printRecord } from '../../store/documents/record.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { Change, type DamagedRow } from '../model.ts'

export const CHANGES = 'sdd/changes'
export const HISTORY = 'sdd/history'

export type { Files }

export interface ChangeFiles {
  readonly change: Change
  /** `sdd/changes/<id>` or `sdd/history/<id>` */
  readonly folder: string
}

export interface ChangeFolder {
  readonly kept: readonly ChangeFiles[]
  readonly damaged: readonly DamagedEntry[]
  /** Where finished ones were listed without reading them. */
  readonly closed?: readonly Pick<Change, 'id' | 'status' | 'updated_at'>[]
}

type DamagedEntry = { id: string; path: string; message: string; fix: ShellText; code: Code } & Partial<
  typeof DamagedRow
>

/** Every change of the worktree, archived ones too when asked; one bad file is one row, never a hole. */
export function readChangeFolder(files: Files, { history = false } = {}): ChangeFolder {
  const kept: ChangeFiles[] = []
  const bad: DamagedEntry[] = []
  for (const place of history ? [CHANGES, HISTORY] : [CHANGES]) {
    for (const id of files.list(place)) {
      const found = readEntry(files, place, id)
      if (found === undefined) continue
      if ('change' in found) kept.push(found)
      else bad.push(found)
    }
  }
  return { kept, damaged: bad }
}

/** One change, the row of one that cannot be read, or nothing where there is none. */
export function readEntry(files: Files, place: string, id: string): ChangeFiles | DamagedEntry | undefined {
  const found = readAt(files, `${place}/${id}`, id)
  return isRefused(found) ? rowOf(id, `${place}/${id}/change.json`, found) : found
}

export function findChange(files: Files, id: string): ChangeFiles {
  const found = readAt(files, `${CHANGES}/${id}`, id) ?? readAt(files, `${HISTORY}/${id}`, id)
  if (found === undefined)
    throw refuse('not_found', `There is no change ${id}.`, { target: id, fix: shell`furrow change list` })
  if (isRefused(found)) throw found
  return found
}

/** The one active change. A damaged file might be it, so it blocks whoever needs to know. */
export function activeIn(shelf: ChangeFolder): ChangeFiles | undefined {
  const bad = shelf.damaged.filter(maybeActive)
  const [first] = bad
  if (first !== undefined)
    // A disk that fails is told as such: there is nothing to repair in the file.
    throw refuse(first.code, `${first.path} cannot be read, and it may be the active change.`, {
      target: first.path,
      fix: first.fix,
      details: { damaged: bad },
    })
  const [active, second] = shelf.kept.filter(({ change }) => change.status === 'active')
  if (active !== undefined && second !== undefined) throw twoActive(active.change.id, second.change.id)
  return active
}

/** Every active change but this one; a merge can bring a second one, and switching settles it. */
export function othersActive(shelf: ChangeFolder, id: string): ChangeFiles[] {
  if (shelf.damaged.some(maybeActive)) activeIn(shelf)
  return shelf.kept.filter(({ change }) => change.status === 'active' && change.id !== id)
}

/** A change in the history was finished long ago, whatever its file says. */
function maybeActive({ path }: DamagedEntry): boolean {
  return path.startsWith(`${CHANGES}/`)
}

function twoActive(first: string, second: string): Refused {
  return refuse('invalid_state', `${first} and ${second} are both active, and one change is worked on at a time.`, {
    target: second,
    fix: shell`furrow change switch ${first}`,
  })
}

export function requireActive(shelf: ChangeFolder): ChangeFiles {
  const active = activeIn(shelf)
  if (active !== undefined) return active
  const paused = shelf.kept.find(({ change }) => change.status === 'paused')
  const done = paused === undefined ? lastCompleted(shelf) : undefined
  if (done !== undefined)
    throw refuse(
      'not_found',
      `There is no active change. ${done} is completed and not archived yet: archive it, or go on with it by \`${shell`furrow change reopen ${done}`}\`.`,
      { fix: shell`furrow change archive ${done}` },
    )
  throw refuse('not_found', 'There is no active change.', {
    fix: paused === undefined ? shell`furrow change start --help` : shell`furrow change switch ${paused.change.id}`,
  })
}

function lastCompleted({ kept, closed = [] }: ChangeFolder): string | undefined {
  const done = [...kept.map(({ change }) => change), ...closed].filter(({ status }) => status === 'completed')
  return done.sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1))[0]?.id
}

/** The bytes of `change.json` after a move: what the move does not name keeps its place and spelling. */
export function printChange(change: Change, before: Buffer | undefined, path: string): string {
  return printRecord(change, Object.keys(Change.shape), { before, path })
}

function readAt(files: Files, folder: string, id: string): ChangeFiles | Refused | undefined {
  const path = `${folder}/change.json`
  try {
    const file = files.read(path)
    if (file === undefined) return undefined
    if (whyNotId(id) !== undefined) throw damaged(path, 'lies in a folder whose name is not a valid id')
    return { change: parse(file.bytes, path, id), folder }
  } catch (error) {
    if (!isRefused(error)) throw error
    return isStray(files, folder) ? undefined : error
  }
}

/** A plain file among the folders (a README, `.DS_Store`) is no change. */
function isStray(files: Files, folder: string): boolean {
  try {
    return files.list(folder).length === 0
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** In our words, not in those of the library. */
function sayIssue(issue: z.core.$ZodIssue | undefined): string {
  return issue?.code === 'too_small' ? 'it is empty' : (issue?.message ?? 'it does not fit')
}

function parse(bytes: Buffer, path: string, id: string): Change {
  const result = Change.safeParse(openJson(bytes, path).data())
  if (!result.success) {
    const [issue] = result.error.issues
    throw damaged(path, `has ${issue?.path.join('.') || 'a field'} wrong: ${sayIssue(issue)}`)
  }
  const change = result.data
  if (change.id !== id) throw damaged(path, `says it is ${change.id}, but lies in ${id}`)
  if (!change.stages.some(({ name }) => name === change.current_stage))
    throw damaged(path, `is at ${change.current_stage}, which is not one of its stages`)
  return change
}

function rowOf(id: string, path: string, { message, fix, code }: Refused): DamagedEntry {
  return { id, path, message, fix: fix ?? shell`furrow doctor`, code }
}
