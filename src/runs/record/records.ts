import fs from 'node:fs'
import path from 'node:path'
import { isRefused, refuse } from '../../operation/errors.ts'
import { stampedId } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { damaged } from '../../store/documents/document.ts'
import {
  createDurably,
  discardStaged,
  publishStaged,
  type Staged,
  stageAhead,
  writeDurably,
} from '../../store/files/files.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { Call, StorageContext } from '../../workspace/call.ts'
import type { Run, RunProblem } from '../model.ts'
import { allRecordFolders, type RecordFolder, recordFolderForRun, recordFolderOf, recordOn } from './record-files.ts'

const RECORD = /^(\d{8}-\d{6}-[0-9a-z]{3})\.(?:json|yaml)$/

export type NewRun = Omit<Run, 'id'>

/** Reading, one file at a time; a file that is no record is a problem of its own. */
export function readRun(call: StorageContext, id: string): Run {
  const run = findRun(call, id)
  if (run !== undefined) return run
  throw refuse('not_found', `There is no run ${id}.`, { target: id, fix: shell`furrow runs list` })
}

export function findRun(call: StorageContext, id: string): Run | undefined {
  return findOn(recordFolderOf(call, id), id)
}

/** The ids of all records, newest first. */
export function runIds(call: StorageContext): string[] {
  return allRecordFolders(call).flatMap(idsOn).sort().reverse()
}

/** Newest first. */
export function idsOn({ folder }: RecordFolder): string[] {
  return fileNamesIn(folder)
    .flatMap(name => RECORD.exec(name)?.[1] ?? [])
    .sort()
    .reverse()
}

export function fileNamesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

export type RunRecord = { readonly run: Run } | { readonly problem: RunProblem }

export function readRunRecord(
  call: StorageContext,
  id: string,
  shelf: RecordFolder = recordFolderOf(call, id),
): RunRecord | undefined {
  try {
    if (isOther(shelf, id)) return undefined
    const run = findOn(shelf, id)
    return run === undefined ? undefined : { run }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { problem: { id, path: recordOn(shelf, id), message: error.message } }
  }
}

/** Threads are kept beside the runs of their tool. */
function isOther(shelf: RecordFolder, id: string): boolean {
  return shelf.tool !== undefined && /^kind: thread$/m.test(String(readBytes(recordOn(shelf, id)) ?? ''))
}

/** Under the lock: a new record under an id that nobody else has. */
export function createRun(call: Pick<Call, 'workspace' | 'home' | 'clock' | 'random'>, run: NewRun): Run {
  const shelf = recordFolderForRun(call, run)
  for (let attempt = 1; ; attempt += 1) {
    const created = { id: newId(call, attempt), ...run }
    const [file, bytes] = [recordOn(shelf, created.id), shelf.format.print(created)]
    if (isTaken(call, created.id) || !createDurably(file, bytes)) continue
    rememberWritten(file, bytes, created)
    // Made at once, so that whoever follows a waiting run has something to watch.
    fs.mkdirSync(path.join(shelf.folder, created.id), { mode: 0o700 })
    return created
  }
}

function isTaken(call: StorageContext, id: string): boolean {
  return fs.existsSync(recordOn(recordFolderOf(call, id), id))
}

const SORTED_ATTEMPTS = 5

/** Sorted within a second too, so that the newest run is the first of a list; where that is taken, by chance alone. */
function newId({ clock, random }: Pick<Call, 'clock' | 'random'>, attempt: number): string {
  const now = clock.now()
  const id = stampedId(now, random)
  if (attempt > SORTED_ATTEMPTS) return id
  const fraction = Math.floor(((now % 1000) / 1000) * 36 ** 2)
  return `${id.slice(0, -3)}${fraction.toString(36).padStart(2, '0')}${id.slice(-1)}`
}

/** Under the lock: the record as it is now, changed and written whole; nothing when it was removed meanwhile. */
export function changeRun(call: StorageContext, id: string, change: (run: Run) => Run) {
  const shelf = recordFolderOf(call, id)
  const current = findOn(shelf, id)
  if (current === undefined) return undefined
  const next = change(current)
  if (next === current) return current
  const [file, bytes] = [recordOn(shelf, id), shelf.format.print(next)]
  const ready = takeStaged(file)
  if (ready?.bytes.equals(bytes) === true) publishStaged(ready, file)
  else {
    if (ready !== undefined) discardStaged(ready)
    writeDurably(file, bytes, 0o600)
  }
  rememberWritten(file, bytes, next)
  return next
}

interface Ready extends Staged {
  readonly bytes: Buffer
}

const staged = new Map<string, Ready>()

function takeStaged(file: string): Ready | undefined {
  const ready = staged.get(file)
  staged.delete(file)
  return ready
}

/**
 * Puts what a record will probably become on the disk beside it, without the lock and without changing it: a change
 * that comes out just so only has to be put in its place. It may fail; then the change is written as any other.
 */
export async function stageChange(call: StorageContext, id: string, change: (run: Run) => Run): Promise<void> {
  const shelf = recordFolderOf(call, id)
  const current = findOn(shelf, id)
  if (current === undefined) return
  const [file, bytes] = [recordOn(shelf, id), shelf.format.print(change(current))]
  const ready = { ...(await stageAhead(file, bytes)), bytes }
  discardStagedChange(call, id)
  staged.set(file, ready)
}

/** What was staged and did not come true. */
export function discardStagedChange(call: StorageContext, id: string): void {
  const left = takeStaged(recordOn(recordFolderOf(call, id), id))
  if (left !== undefined) discardStaged(left)
}

function findOn(shelf: RecordFolder, id: string): Run | undefined {
  const file = recordOn(shelf, id)
  const bytes = readBytes(file)
  if (bytes === undefined) return undefined
  const known = written.get(file)
  if (known?.bytes.equals(bytes) === true) return known.run
  const run = shelf.format.parse(bytes, file)
  if (run.id !== id) throw damaged(file, `is the record of another run, ${run.id}`)
  if (run.tool?.name !== shelf.tool) throw damaged(file, `is the record of another tool, ${run.tool?.name}`)
  return run
}

/** What this process wrote last: the same bytes say the same, and need not be read as a text. */
const written = new Map<string, { readonly bytes: Buffer; readonly run: Run }>()
const MOST_WRITTEN = 32

function rememberWritten(file: string, bytes: Buffer, run: Run): void {
  written.delete(file)
  const [oldest] = written.keys()
  if (written.size >= MOST_WRITTEN && oldest !== undefined) written.delete(oldest)
  if (bytes.length <= LARGEST_WRITTEN) written.set(file, { bytes, run })
}

const LARGEST_WRITTEN = 16 * 1024
