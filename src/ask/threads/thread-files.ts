import { isDeepStrictEqual } from 'node:util'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { damaged } from '../../store/documents/document.ts'
import { parseWith, versionOf, whyNotWritable } from '../../store/documents/schema.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { printRoot } from '../../store/documents/yaml/yaml-print.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { THREAD_SCHEMA, Thread, type ThreadProblem, type Turn } from './model.ts'
import { fileOf, type ThreadFolder, trashOf } from './thread-folder.ts'

/** As large as a record of a run may be; a conversation that fills it is long over. */
const LIMITS = { maxBytes: 8 * 2 ** 20 }
const STYLE = { eol: '\n', indent: 2, indentSeq: true, flowCollectionPadding: true }
const NAME = /^(\d{8}-\d{6}-[0-9a-z]{3})\.yaml$/

/** The thread, or nothing where there is none; throws `damaged` with its path. */
export function readStoredThread(files: Files, place: ThreadFolder, id: string): Thread | undefined {
  return readAt(files, fileOf(place, id), id)
}

export function readTrashed(files: Files, place: ThreadFolder, id: string): Thread | undefined {
  return readAt(files, trashOf(place, id), id)
}

export function requireThread(files: Files, place: ThreadFolder, id: string): Thread {
  const thread = readStoredThread(files, place, id)
  if (thread !== undefined) return thread
  const trashed = files.read(trashOf(place, id)) !== undefined
  throw refuse('not_found', trashed ? `The thread ${id} is in the trash.` : `There is no thread ${id}.`, {
    target: id,
    fix: trashed ? shell`furrow ask threads restore ${id}` : shell`furrow ask threads`,
  })
}

export type ThreadFile = { readonly thread: Thread } | { readonly problem: ThreadProblem }

/** For lists: what cannot be read is a row of its own; what is no thread is none. */
export function readThreadFile(files: Files, file: string, id: string): ThreadFile | undefined {
  try {
    const thread = readAt(files, file, id)
    return thread === undefined ? undefined : { thread }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { problem: { id, path: file, message: error.message, fix: error.fix ?? shell`furrow doctor` } }
  }
}

/** Ids of records in a folder, the newest first; runs of the tool are among them. */
export function threadIdsIn(files: Files, folder: string): string[] {
  return files
    .list(folder)
    .flatMap(name => NAME.exec(name)?.[1] ?? [])
    .sort()
    .reverse()
}

/** The bytes after a move: what the move does not change keeps its place, spelling and comments. */
export function printThread(thread: Thread, before: Uint8Array | undefined, file: string): string {
  const next = plain(thread)
  if (before === undefined) return `${printRoot(next, STYLE)}\n`
  const document = openYaml(before, file, LIMITS)
  const now = plain(document.data())
  const newer = whyNotWritable(now, { path: file, current: THREAD_SCHEMA, absent: 1 })
  if (newer !== undefined) throw newer
  for (const key of Object.keys(now)) if (next[key] === undefined) document.remove([key])
  for (const [key, value] of Object.entries(next)) {
    if (isDeepStrictEqual(now[key], value)) continue
    if (key === 'turns' && Array.isArray(now[key])) setTurns(document, now[key] as Turn[], value as Turn[])
    else document.set([key], value)
  }
  return document.print()
}

/** One by one, so that an answer touches its own question alone. */
function setTurns(document: ReturnType<typeof openYaml>, now: readonly Turn[], next: readonly Turn[]): void {
  for (const [index, turn] of next.entries())
    if (!isDeepStrictEqual(now[index], turn)) document.set(['turns', index], turn)
}

function readAt(files: Files, file: string, id: string): Thread | undefined {
  const bytes = files.read(file)?.bytes
  if (bytes === undefined || isRun(bytes)) return undefined
  const document = openYaml(bytes, file, LIMITS)
  const data = document.data()
  versionOf(data, { path: file, current: THREAD_SCHEMA, absent: 1 })
  const thread = parseWith(Thread, data, { path: file, lineOf: document.lineOf })
  const wrong = whyNotOf(thread, id, file)
  if (wrong !== undefined) throw wrong
  return thread
}

function whyNotOf({ id: said, turns }: Thread, id: string, file: string): Refused | undefined {
  if (said !== id) return damaged(file, `is the record of another thread, ${said}`, { field: 'id' })
  const twice = turns.find(({ id: turn }, index) => turns.findIndex(each => each.id === turn) !== index)
  return twice && damaged(file, `has two turns ${twice.id}`, { field: 'turns' })
}

/** Runs of a tool lie in the same folder. */
function isRun(bytes: Buffer): boolean {
  return /^kind: (?:run|setup)$/m.test(bytes.toString('utf8'))
}

function plain(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value ?? null)) as Record<string, unknown>
}
