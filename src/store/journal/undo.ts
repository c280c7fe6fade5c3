import fs from 'node:fs'
import path from 'node:path'
import type { Actor } from '../../operation/actor.ts'
import { blocked, type Reason, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Database } from '../database/sqlite.ts'
import { imageOf } from './journal.ts'
import { findEntry, type LogEntry } from './log.ts'
import { type JournalStep, revisionAt, stepPath } from './steps.ts'
import type { Transaction } from './transaction.ts'

interface Undoing {
  readonly id: string
  readonly actor: Actor
  readonly mayTouch: MayTouch
}

/** Whether what the journal says of an operation counts for the files that it names. */
export type MayTouch = (entry: LogEntry) => boolean

/** Plans the way back of one operation: the bytes from before it, where nothing has been built on top. */
export function planUndo(state: Database, tx: Transaction, { id, actor, mayTouch }: Undoing): LogEntry {
  const entry = findEntry(state, id)
  if (entry.undone_by !== undefined)
    throw refuse('invalid_state', `${id} was undone already by ${entry.undone_by}.`, {
      target: id,
      fix: shell`furrow undo ${entry.undone_by}`,
    })
  if (actor.kind === 'agent' && entry.actor.id !== actor.id)
    throw refuse('needs_person', `${id} was done by ${entry.actor.id}; an agent undoes only its own operations.`, {
      target: id,
      fix: shell`furrow undo ${id}`,
    })
  const reasons = whyNotUndoable(state, entry, mayTouch)
  if (reasons.length > 0) throw blocked(reasons)
  for (const step of entry.steps) if (step.kind !== 'rename') revert(state, tx, { entry, step })
  for (const step of entry.steps)
    if (step.kind === 'rename') tx.under(step.root).rename(step.target, step.path, { prune: step.made })
  tx.describe(`undo of ${entry.operation}: ${entry.summary ?? id}`)
  return entry
}

export function whyNotUndoable(state: Database, entry: LogEntry, mayTouch: MayTouch): Reason[] {
  if (!mayTouch(entry)) return [unsealed(entry)]
  return entry.steps.filter(step => !isUntouched(entry, step)).map(step => dependency(state, entry, step))
}

function unsealed({ id }: LogEntry): Reason {
  return {
    code: 'unsealed',
    ids: [id],
    message: `${id} is about files outside the repository, and nothing proves that Furrow wrote it to the log.`,
    fix: shell`furrow log show ${id}`,
  }
}

function isUntouched(entry: LogEntry, step: JournalStep): boolean {
  if (step.kind === 'rename') return fs.existsSync(path.join(step.root, step.target)) && !fs.existsSync(stepPath(step))
  return revisionAt(step.root, placeAfter(entry, step)) === (step.kind === 'write' ? step.after : null)
}

/** Where a file written by the operation is now: a rename in the same operation took it along. */
function placeAfter(entry: LogEntry, step: JournalStep): string {
  const rename = entry.steps.find(other => other.kind === 'rename' && step.path.startsWith(`${other.path}/`))
  if (rename?.kind !== 'rename') return step.path
  return path.join(rename.target, step.path.slice(rename.path.length))
}

function dependency(state: Database, entry: LogEntry, step: JournalStep): Reason {
  const later = state
    .prepare(
      `SELECT o.id, o.name FROM changes c JOIN operations o ON o.seq = c.operation
       WHERE c.root = ? AND (c.path = ? OR c.path LIKE ? || '/%' OR ? LIKE c.path || '/%') AND o.state = 'done'
         AND o.undone_by IS NULL AND o.undoes IS NULL AND o.seq > (SELECT seq FROM operations WHERE id = ?)
       ORDER BY o.seq DESC LIMIT 1`,
    )
    .get(step.root, step.path, step.path, step.path, entry.id) as { id: string; name: string } | undefined
  if (later === undefined)
    return {
      code: 'changed_outside',
      ids: [step.path],
      message: `${step.path} was changed outside Furrow after ${entry.id}.`,
      fix: shell`furrow log show ${entry.id}`,
    }
  return {
    code: 'later_work',
    ids: [step.path, later.id],
    message: `${step.path} was changed again by ${later.name} (${later.id}).`,
    fix: shell`furrow undo ${later.id}`,
  }
}

function revert(state: Database, tx: Transaction, { entry, step }: { entry: LogEntry; step: JournalStep }): void {
  const files = tx.under(step.root)
  const place = placeAfter(entry, step)
  if (step.kind === 'rename') return
  if (step.before === null) {
    files.remove(place, { prune: step.made })
    return
  }
  const image = imageOf(state, step.before)
  if (image === undefined)
    throw refuse(
      'invalid_state',
      `The earlier text of ${step.path} is older than 30 days and no longer kept. A backup or git may have it.`,
      { target: step.path, fix: shell`furrow backup list` },
    )
  files.read(place)
  files.write(place, image, { mode: step.kind === 'write' ? step.mode : 0o644 })
}
