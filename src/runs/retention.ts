import fs from 'node:fs'
import path from 'node:path'
import { readBytes } from '../store/files.ts'
import type { Call } from '../workspace/call.ts'
import { logFolder, runsFolder } from './folder.ts'
import { limitsOf } from './limits.ts'
import { isOver, type Run } from './model.ts'
import { namesIn, readRow, recordFile, runIds } from './records.ts'

/** What decides whether a run is kept. */
type Kept = Pick<Run, 'id' | 'kind' | 'status' | 'pinned' | 'links'>

/** Others wait for the lock meanwhile, so it is given back after so many. */
const AT_ONCE = 100

/**
 * Removes the oldest finished runs of each kind beyond what is kept, and what a crash in the middle of that left
 * behind. Whatever is under way, pinned or linked stays, and so does what cannot be read.
 */
export async function prune(call: Call): Promise<void> {
  const { retention } = limitsOf(call)
  const ids = runIds(call)
  const surplus = ids.length > retention ? beyond(retention, ids.flatMap(peekAt(call))) : []
  for (let at = 0; at < surplus.length; at += AT_ONCE) await removeSome(call, surplus.slice(at, at + AT_ONCE))
  if (strayNames(call).length === 0) return
  await call.store.exclusively(() => {
    for (const name of strayNames(call)) fs.rmSync(path.join(runsFolder(call), name), { recursive: true, force: true })
  })
}

/** Under the lock. The record goes first: what is left after a crash has no record, and is swept by the next prune. */
export function removeRun(call: Pick<Call, 'workspace' | 'home'>, id: string): void {
  fs.rmSync(recordFile(runsFolder(call), id), { force: true })
  fs.rmSync(logFolder(call, id), { recursive: true, force: true })
}

/** Newest first in, those to remove out. */
export function beyond<R extends Kept>(retention: number, runs: readonly R[]): R[] {
  const kept = new Map<string, number>()
  return runs.filter(run => {
    if (!isRemovable(run)) return false
    const count = (kept.get(run.kind) ?? 0) + 1
    kept.set(run.kind, count)
    return count > retention
  })
}

function removeSome(call: Call, runs: readonly Kept[]): Promise<void> {
  return call.store.exclusively(() => {
    // Read again under the lock: a run may have been pinned since.
    for (const { id } of runs) {
      const row = readRow(call, id)
      if (row !== undefined && 'run' in row && isRemovable(row.run)) removeRun(call, id)
    }
  })
}

function isRemovable(run: Kept): boolean {
  return isOver(run) && run.pinned !== true && (run.links ?? []).length === 0
}

/** Only a look, because it is taken at all records after each run; what is removed is read properly first. */
function peekAt(call: Call): (id: string) => Kept[] {
  const folder = runsFolder(call)
  return id => {
    try {
      const { kind, status, pinned, links } = JSON.parse(String(readBytes(recordFile(folder, id)))) as Run
      return [{ id, kind, status, ...(pinned !== undefined && { pinned }), ...(links !== undefined && { links }) }]
    } catch {
      return []
    }
  }
}

/** Logs and attachments without a record; those of a run that is being started have a lease. */
function strayNames(call: Call): string[] {
  const known = new Set(runIds(call))
  return namesIn(runsFolder(call)).filter(
    name => /^\d{8}-\d{6}-[0-9a-z]{3}$/.test(name) && !known.has(name) && call.store.leases.find(name) === undefined,
  )
}
