import fs from 'node:fs'
import path from 'node:path'
import type { Call } from '../workspace/call.ts'
import { runsFolder } from './folder.ts'
import { limitsOf } from './limits.ts'
import { isOver, type Run } from './model.ts'
import { namesIn, readRow, recordFile, runIds } from './records.ts'

/**
 * Removes the oldest finished runs of each kind beyond what is kept, and what a crash in the middle of that left
 * behind. Whatever is under way, pinned or linked stays, and so does what cannot be read.
 */
export async function prune(call: Call): Promise<void> {
  const { retention } = limitsOf(call)
  const ids = runIds(call)
  const surplus = ids.length > retention ? beyond(retention, readRuns(call, ids)).map(({ id }) => id) : []
  const strays = strayNames(call, ids)
  if (surplus.length + strays.length === 0) return
  await call.store.exclusively(() => {
    // Read again under the lock: a run may have been pinned since.
    for (const { id } of readRuns(call, surplus).filter(isRemovable)) removeRun(call, id)
    for (const name of strayNames(call, runIds(call))) remove(call, name)
  })
}

/** Under the lock. The record goes first: what is left after a crash has no record, and is swept by the next prune. */
export function removeRun(call: Pick<Call, 'workspace' | 'home'>, id: string): void {
  fs.rmSync(recordFile(runsFolder(call), id), { force: true })
  for (const name of namesIn(runsFolder(call)).filter(each => idOf(each) === id)) remove(call, name)
}

/** Newest first in, those to remove out. */
export function beyond(retention: number, runs: readonly Run[]): Run[] {
  const kept = new Map<string, number>()
  return runs.filter(run => {
    if (!isRemovable(run)) return false
    const count = (kept.get(run.kind) ?? 0) + 1
    kept.set(run.kind, count)
    return count > retention
  })
}

function isRemovable(run: Run): boolean {
  return isOver(run) && run.pinned !== true && (run.links ?? []).length === 0
}

function readRuns(call: Call, ids: readonly string[]): Run[] {
  return ids.flatMap(id => {
    const row = readRow(call, id)
    return row !== undefined && 'run' in row ? [row.run] : []
  })
}

/** Logs and attachments without a record; those of a run that is being started have a lease. */
function strayNames(call: Call, ids: readonly string[]): string[] {
  const known = new Set(ids)
  return namesIn(runsFolder(call)).filter(name => {
    const id = idOf(name)
    return id !== undefined && !known.has(id) && call.store.leases.find(id) === undefined
  })
}

function idOf(name: string): string | undefined {
  return /^(\d{8}-\d{6}-[0-9a-z]{3})[.-]/.exec(`${name}.`)?.[1]
}

function remove(call: Pick<Call, 'workspace' | 'home'>, name: string): void {
  fs.rmSync(path.join(runsFolder(call), name), { recursive: true, force: true })
}
