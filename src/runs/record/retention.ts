import fs from 'node:fs'
import path from 'node:path'
import { readBytes } from '../../store/files/read-file.ts'
import type { Call, StorageContext } from '../../workspace/call.ts'
import { forgetAccounts } from '../budget/accounts.ts'
import { isOver, type Run } from '../model.ts'
import { limitsOf } from '../start/run-limits.ts'
import { type RecordFolder, recordFolderFor, recordFolderOf, recordOn } from './record-files.ts'
import type { RetentionFacts } from './record-formats.ts'
import { fileNamesIn, idsOn, readRunRecord } from './records.ts'
import { removeUnused, uploadsIn } from './uploads.ts'

/** What happened in an agent run, beside its record. */
export const EVENTS_FILES = '.events.jsonl'

/** Where agents that write have worked, each in a worktree by the id of its run. */
export const AGENT_WORKTREES = 'worktrees'

/** Others wait for the lock meanwhile, so it is given back after so many. */
const AT_ONCE = 100

/**
 * Removes the oldest finished runs beside this one beyond what is kept, and what a crash in the middle of that left
 * behind. Whatever is under way, pinned or linked stays, and so does what cannot be read.
 */
export async function pruneRuns(call: Call, run: Pick<Run, 'tool'> = {}): Promise<void> {
  const shelf = recordFolderFor(call, run)
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
  shelf: RecordFolder,
  { ids, retention, passing }: { ids: readonly string[]; retention: number; passing: boolean },
): RetentionFacts[] {
  if (passing) return beyondRetention(0, stale(shelf, ids).flatMap(peekAt(shelf)))
  return ids.length > retention ? beyondRetention(retention, ids.flatMap(peekAt(shelf))) : []
}

/** Of what is not to be kept, what is older than an hour. */
function stale(shelf: RecordFolder, ids: readonly string[]): string[] {
  const past = Date.now() - 60 * 60 * 1000
  return ids.filter(id => (fs.statSync(recordOn(shelf, id), { throwIfNoEntry: false })?.mtimeMs ?? 0) < past)
}

/** Under the lock. The record goes first: what is left after a crash has no record, and is swept by the next prune. */
export function removeRun(call: StorageContext, id: string): void {
  const shelf = recordFolderOf(call, id)
  const uploads = shelf.tool === undefined ? [] : uploadsIn(String(readBytes(recordOn(shelf, id)) ?? ''))
  fs.rmSync(recordOn(shelf, id), { force: true })
  fs.rmSync(path.join(shelf.folder, id), { recursive: true, force: true })
  fs.rmSync(path.join(shelf.folder, `${id}.log`), { force: true })
  fs.rmSync(path.join(shelf.folder, `${id}${EVENTS_FILES}`), { force: true })
  fs.rmSync(path.join(shelf.folder, AGENT_WORKTREES, id), { recursive: true, force: true })
  if (shelf.tool !== undefined) removeUnused(call, shelf.tool, uploads)
}

/** Newest first in, those to remove out. */
export function beyondRetention<R extends RetentionFacts>(retention: number, runs: readonly R[]): R[] {
  const kept = new Map<string, number>()
  return runs.filter(run => {
    if (!isRemovable(run)) return false
    const count = (kept.get(run.kind) ?? 0) + 1
    kept.set(run.kind, count)
    return count > retention
  })
}

function removeSome(call: Call, shelf: RecordFolder, runs: readonly RetentionFacts[]): Promise<void> {
  return call.store.exclusively(() => {
    // Read again under the lock: a run may have been pinned since.
    for (const { id } of runs) {
      const row = readRunRecord(call, id, shelf)
      if (row === undefined || !('run' in row) || !isRemovable(row.run)) continue
      removeRun(call, id)
      if (row.run.agent !== undefined) forgetAccounts(call.store.state, id)
    }
  })
}

function isRemovable(run: RetentionFacts): boolean {
  return isOver(run) && run.pinned !== true && (run.links ?? []).length === 0 && !isHeld(run)
}

/** What an agent changed waits for a decision, or is in the hands of the run that goes on with it. */
function isHeld({ agent }: RetentionFacts): boolean {
  return agent?.changes === 'open' || agent?.changes === 'resumed'
}

/** What is removed is read properly first. */
function peekAt(shelf: RecordFolder): (id: string) => RetentionFacts[] {
  return id => {
    try {
      return [shelf.format.peek(String(readBytes(recordOn(shelf, id))), id)].filter(kept => kept !== undefined)
    } catch {
      return []
    }
  }
}

/** Logs and attachments without a record; those of a run that is being started have a lease. */
function strayNames(call: Call, shelf: RecordFolder): string[] {
  const known = new Set(idsOn(shelf))
  return fileNamesIn(shelf.folder).filter(name => {
    const [, id] = /^(\d{8}-\d{6}-[0-9a-z]{3})(?:\.log|\.events\.jsonl)?$/.exec(name) ?? []
    return id !== undefined && !known.has(id) && call.store.leases.find(id) === undefined
  })
}
