import fs from 'node:fs'
import path from 'node:path'
import { isRefused, refuse } from '../operation/errors.ts'
import { stampedId } from '../operation/naming.ts'
import { shell } from '../operation/shell.ts'
import { damaged } from '../store/documents/document.ts'
import {
  createDurably,
  discard,
  placeStaged,
  readBytes,
  type Staged,
  stageAhead,
  writeDurably,
} from '../store/files.ts'
import type { Call } from '../workspace/call.ts'
import type { Run, RunProblem } from './model.ts'
import { makeShelf, type Place, recordOn, type Shelf, shelfOf, shelves } from './shelf.ts'

const RECORD = /^(\d{8}-\d{6}-[0-9a-z]{3})\.(?:json|yaml)$/

export type NewRun = Omit<Run, 'id'>

/** Reading, one file at a time; a file that is no record is a problem of its own. */
export function readRun(call: Place, id: string): Run {
  const run = findRun(call, id)
  if (run !== undefined) return run
  throw refuse('not_found', `There is no run ${id}.`, { target: id, fix: shell`furrow runs list` })
}

export function findRun(call: Place, id: string): Run | undefined {
  return findOn(shelfOf(call, id), id)
}

/** The ids of all records, newest first. */
export function runIds(call: Place): string[] {
  return shelves(call).flatMap(idsOn).sort().reverse()
}

/** Newest first. */
export function idsOn({ folder }: Shelf): string[] {
  return namesIn(folder)
    .flatMap(name => RECORD.exec(name)?.[1] ?? [])
    .sort()
    .reverse()
}

export function namesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

export type Row = { readonly run: Run } | { readonly problem: RunProblem }

export function readRow(call: Place, id: string, shelf: Shelf = shelfOf(call, id)): Row | undefined {
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
function isOther(shelf: Shelf, id: string): boolean {
  return shelf.tool !== undefined && /^kind: thread$/m.test(String(readBytes(recordOn(shelf, id)) ?? ''))
}

/** Under the lock: a new record under an id that nobody else has. */
export function createRun(call: Pick<Call, 'workspace' | 'home' | 'clock' | 'random'>, run: NewRun): Run {
  const shelf = makeShelf(call, run)
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

function isTaken(call: Place, id: string): boolean {
  return fs.existsSync(recordOn(shelfOf(call, id), id))
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
export function changeRun(call: Place, id: string, change: (run: Run) => Run) {
  const shelf = shelfOf(call, id)
  const current = findOn(shelf, id)
  if (current === undefined) return undefined
  const next = change(current)
  if (next === current) return current
  const [file, bytes] = [recordOn(shelf, id), shelf.format.print(next)]
  const ready = takeStaged(file)
  if (ready?.bytes.equals(bytes) === true) placeStaged(ready, file)
  else {
    if (ready !== undefined) discard(ready)
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
export async function stageChange(call: Place, id: string, change: (run: Run) => Run): Promise<void> {
  const shelf = shelfOf(call, id)
  const current = findOn(shelf, id)
  if (current === undefined) return
  const [file, bytes] = [recordOn(shelf, id), shelf.format.print(change(current))]
  const ready = { ...(await stageAhead(file, bytes)), bytes }
  unstage(call, id)
  staged.set(file, ready)
}

/** What was staged and did not come true. */
export function unstage(call: Place, id: string): void {
  const left = takeStaged(recordOn(shelfOf(call, id), id))
  if (left !== undefined) discard(left)
}

function findOn(shelf: Shelf, id: string): Run | undefined {
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
