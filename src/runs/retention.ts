import fs from 'node:fs'
import path from 'node:path'
import { readBytes } from '../store/files.ts'
import type { Call } from '../workspace/call.ts'
import type { Kept } from './formats.ts'
import { limitsOf } from './limits.ts'
import { isOver, type Run } from './model.ts'
import { idsOn, namesIn, readRow } from './records.ts'
import { type Place, recordOn, type Shelf, shelfFor, shelfOf } from './shelf.ts'
import { removeUnused, uploadsIn } from './uploads.ts'

/** What happened in an agent run, beside its record. */
export const EVENTS = '.events.jsonl'

/** Where agents that write have worked, each in a worktree by the id of its run. */
export const WORKTREES = 'worktrees'

/** Others wait for the lock meanwhile, so it is given back after so many. */
const AT_ONCE = 100

/**
 * Removes the oldest finished runs beside this one beyond what is kept, and what a crash in the middle of that left
 * behind. Whatever is under way, pinned or linked stays, and so does what cannot be read.
 */
export async function prune(call: Call, run: Pick<Run, 'tool'> = {}): Promise<void> {
  const shelf = shelfFor(call, run)
  const retention = limitsOf(call)[shelf.tool === undefined ? 'retention' : 'interactionRetention']
  const ids = idsOn(shelf)
  const surplus = surplusOn(shelf, { ids, retention, passing: run.tool?.passing === true })
  for (let at = 0; at < surplus.length; at += AT_ONCE) await removeSome(call, shelf, surplus.slice(at, at + AT_ONCE))
  if (strayNames(call, shelf).length === 0) return
  await call.store.exclusively(() => {
    for (const name of strayNames(call, shelf))
      fs.rmSync(path.join(shelf.folder, name), { recursive: true, force: true })
  })
}

function surplusOn(
  shelf: Shelf,
  { ids, retention, passing }: { ids: readonly string[]; retention: number; passing: boolean },
): Kept[] {
  if (passing) return beyond(0, stale(shelf, ids).flatMap(peekAt(shelf)))
  return ids.length > retention ? beyond(retention, ids.flatMap(peekAt(shelf))) : []
}

/** Of what is not to be kept, what is older than an hour. */
function stale(shelf: Shelf, ids: readonly string[]): string[] {
  const past = Date.now() - 60 * 60 * 1000
  return ids.filter(id => (fs.statSync(recordOn(shelf, id), { throwIfNoEntry: false })?.mtimeMs ?? 0) < past)
}

/** Under the lock. The record goes first: what is left after a crash has no record, and is swept by the next prune. */
export function removeRun(call: Place, id: string): void {
  const shelf = shelfOf(call, id)
  const uploads = shelf.tool === undefined ? [] : uploadsIn(String(readBytes(recordOn(shelf, id)) ?? ''))
  fs.rmSync(recordOn(shelf, id), { force: true })
  fs.rmSync(path.join(shelf.folder, id), { recursive: true, force: true })
  fs.rmSync(path.join(shelf.folder, `${id}.log`), { force: true })
  fs.rmSync(path.join(shelf.folder, `${id}${EVENTS}`), { force: true })
  fs.rmSync(path.join(shelf.folder, WORKTREES, id), { recursive: true, force: true })
  if (shelf.tool !== undefined) removeUnused(call, shelf.tool, uploads)
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

function removeSome(call: Call, shelf: Shelf, runs: readonly Kept[]): Promise<void> {
  return call.store.exclusively(() => {
    // Read again under the lock: a run may have been pinned since.
    for (const { id } of runs) {
      const row = readRow(call, id, shelf)
      if (row !== undefined && 'run' in row && isRemovable(row.run)) removeRun(call, id)
    }
  })
}

function isRemovable(run: Kept): boolean {
  return isOver(run) && run.pinned !== true && (run.links ?? []).length === 0 && !isHeld(run)
}

/** What an agent changed waits for a decision, or is in the hands of the run that goes on with it. */
function isHeld({ agent }: Kept): boolean {
  return agent?.changes === 'open' || agent?.changes === 'resumed'
}

/** What is removed is read properly first. */
function peekAt(shelf: Shelf): (id: string) => Kept[] {
  return id => {
    try {
      return [shelf.format.peek(String(readBytes(recordOn(shelf, id))), id)].filter(kept => kept !== undefined)
    } catch {
      return []
    }
  }
}

/** Logs and attachments without a record; those of a run that is being started have a lease. */
function strayNames(call: Call, shelf: Shelf): string[] {
  const known = new Set(idsOn(shelf))
  return namesIn(shelf.folder).filter(name => {
    const [, id] = /^(\d{8}-\d{6}-[0-9a-z]{3})(?:\.log|\.events\.jsonl)?$/.exec(name) ?? []
    return id !== undefined && !known.has(id) && call.store.leases.find(id) === undefined
  })
}
