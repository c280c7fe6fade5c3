import fs from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { isRefused, refuse } from '../operation/errors.ts'
import { stampedId } from '../operation/naming.ts'
import { damaged } from '../store/documents/document.ts'
import { openJson } from '../store/documents/json.ts'
import { createDurably, readBytes, writeDurably } from '../store/files.ts'
import type { Call } from '../workspace/call.ts'
import { logFolder, makeRunsFolder, runsFolder } from './folder.ts'
import { Run, type RunProblem } from './model.ts'

const RECORD = /^\d{8}-\d{6}-[0-9a-z]{3}\.json$/
const Record = Run.omit({ position: true }).extend({ schema_version: z.literal(1) })

export type NewRun = Omit<Run, 'id'>

/** Reading, one file at a time; a file that is no record is a problem of its own. */
export function readRun(call: Call, id: string): Run {
  const run = findRun(call, id)
  if (run !== undefined) return run
  throw refuse('not_found', `There is no run ${id}.`, { target: id, fix: 'furrow runs list' })
}

export function findRun(call: Pick<Call, 'workspace' | 'home'>, id: string): Run | undefined {
  const file = recordFile(runsFolder(call), id)
  const bytes = readBytes(file)
  return bytes === undefined ? undefined : parse(bytes, file, id)
}

export function recordFile(folder: string, id: string): string {
  return path.join(folder, `${id}.json`)
}

/** The ids of all records, newest first. */
export function runIds(call: Pick<Call, 'workspace' | 'home'>): string[] {
  return namesIn(runsFolder(call))
    .filter(name => RECORD.test(name))
    .map(name => name.slice(0, -'.json'.length))
    .sort()
    .reverse()
}

export function namesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

export type Row = { readonly run: Run } | { readonly problem: RunProblem }

export function readRow(call: Pick<Call, 'workspace' | 'home'>, id: string): Row | undefined {
  try {
    const run = findRun(call, id)
    return run === undefined ? undefined : { run }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { problem: { id, path: recordFile(runsFolder(call), id), message: error.message } }
  }
}

/** Under the lock: a new record under an id that nobody else has. */
export function createRun(call: Pick<Call, 'workspace' | 'home' | 'clock' | 'random'>, run: NewRun): Run {
  const folder = makeRunsFolder(call)
  for (let attempt = 1; ; attempt += 1) {
    const created = { ...run, id: newId(call, attempt) }
    if (!createDurably(recordFile(folder, created.id), print(created))) continue
    // Made at once, so that whoever follows a waiting run has something to watch.
    fs.mkdirSync(logFolder(call, created.id), { mode: 0o700 })
    return created
  }
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
export function changeRun(call: Pick<Call, 'workspace' | 'home'>, id: string, change: (run: Run) => Run) {
  const current = findRun(call, id)
  if (current === undefined) return undefined
  const next = change(current)
  writeDurably(recordFile(runsFolder(call), id), print(next), 0o600)
  return next
}

function print({ position: _, ...run }: Run): Buffer {
  return Buffer.from(`${JSON.stringify({ schema_version: 1, ...run }, null, 2)}\n`)
}

function parse(bytes: Uint8Array, file: string, id: string): Run {
  const result = Record.safeParse(openJson(bytes, file).data())
  if (!result.success) throw damaged(file, `is no record of a run: ${whatIsWrong(result.error)}`)
  const { schema_version: _, ...run } = result.data
  if (run.id !== id) throw damaged(file, `is the record of another run, ${run.id}`)
  return run
}

function whatIsWrong({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.')}: ${issue?.message}`
}
