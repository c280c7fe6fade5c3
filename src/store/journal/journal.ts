import type { Actor } from '../../operation/actor.ts'
import type { Seals } from '../database/seal.ts'
import {
  type Database,
  ignoreDiskFull,
  immediateTransaction,
  translateSqliteErrors,
  typedStatement,
} from '../database/sqlite.ts'
import { type Revision, revisionOf } from '../files/files.ts'
import { appendLink } from '../log-chain/link.ts'
import {
  dropStaged,
  type FileStamp,
  fileStampOf,
  type Images,
  type JournalStep,
  pruneEmptyFolders,
  publishedIn,
  publishStep,
  stageStep,
  syncFolders,
  toStep,
  undoStep,
} from './steps.ts'
import type { TransactionPlan } from './transaction.ts'

export interface JournalEntry {
  readonly id: string
  readonly name: string
  readonly worktree: string
  readonly actor: Actor
  readonly at: number
  readonly result: unknown
  readonly undoes?: string
}

/** Carries out what is left of an operation that has changed files already. */
export type FinishStep = (step: JournalStep) => void

/**
 * Makes a plan true. The intent with all images is durable first, then every new file is staged, then all are
 * renamed into place. So a crash leaves either nothing changed (the staged files are dropped) or all that is needed
 * to finish staged already (the rest is renamed): recovery never needs space on the disk.
 */
export function commit(
  state: Database,
  file: string,
  plan: TransactionPlan,
  entry: JournalEntry,
  seals: Pick<Seals, 'put'>,
): void {
  const steps = [...plan.changes.values()].map((change, index) => toStep(change, entry.id, index))
  const seq = translateSqliteErrors(file, () => recordIntent(state, plan, { entry, steps, seals }))
  let looks: FileStamp[] = []
  try {
    for (const step of steps) stageStep(step, plan.images)
    looks = steps.map(fileStampOf)
  } catch (error) {
    dropStaged(steps)
    translateSqliteErrors(file, () => markAborted(state, seq))
    throw error
  }
  try {
    for (const [index, step] of steps.entries()) publishAsSeen(step, looks[index] ?? '')
  } catch (error) {
    if (translateSqliteErrors(file, () => settleOperation(state, seq, publishUntouched)) === 'aborted') throw error
    return
  }
  // What fails from here on leaves the operation open: whoever comes next sees its files in place and marks it done.
  pruneEmptyFolders(steps)
  syncFolders(steps)
  // All of it is on the disk to stay.
  ignoreDiskFull(file, () => markDone(state, seq))
}

function publishAsSeen(step: JournalStep, look: FileStamp): void {
  // A folder changes with every file that is written in it first.
  publishStep(step, step.kind === 'rename' ? undefined : look)
}

function publishUntouched(step: JournalStep): void {
  publishAsSeen(step, fileStampOf(step))
}

/**
 * Ends an operation that was left half way: dropped when no file has changed, else finished; where that is not
 * possible (a file that can no longer be replaced), taken back. Throws when neither can be done now.
 */
export function settleOperation(state: Database, seq: number, finish: FinishStep): 'done' | 'aborted' {
  const steps = journalStepsOf(state, seq)
  const isDone = publishedIn(steps)
  // Left by an earlier try to take it back; a folder that is renamed now would carry it away.
  dropStaged(steps.filter(step => step.kind === 'remove' || isDone(step)))
  if (steps.length > 0 && !steps.some(isDone)) {
    dropStaged(steps)
    markAborted(state, seq)
    return 'aborted'
  }
  try {
    for (const step of steps.filter(step => !isDone(step))) finish(step)
  } catch (error) {
    return takeAllBack(state, seq, { steps, why: error })
  }
  dropStaged(steps)
  pruneEmptyFolders(steps)
  syncFolders(steps)
  markDone(state, seq)
  return 'done'
}

/** Finishes the bookkeeping of an operation whose files are in place: commit mark, events and outbox together. */
export function markDone(state: Database, seq: number): void {
  // Not synced: after a power cut the open intent is found again, with its files in place, and marked once more.
  state.exec('PRAGMA synchronous=NORMAL')
  try {
    immediateTransaction(state, () => {
      const row = typedStatement<OperationRow>(state, 'SELECT * FROM operations WHERE seq = ?').get(seq) as OperationRow
      const effects = JSON.parse(row.effects) as Pick<TransactionPlan, 'events' | 'outbox'>
      const event = state.prepare(
        'INSERT INTO events (worktree, kind, id, revision, actor, at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      for (const { kind, id, revision } of effects.events)
        event.run(row.worktree, kind, id, revision ?? null, row.actor, row.at)
      const effect = state.prepare('INSERT INTO outbox (kind, payload, at) VALUES (?, ?, ?)')
      for (const { kind, payload } of effects.outbox) effect.run(kind, JSON.stringify(payload), row.at)
      for (const step of journalStepsOf(state, seq)) remember(state, step)
      if (row.undoes !== null) state.prepare('UPDATE operations SET undone_by = ? WHERE id = ?').run(row.id, row.undoes)
      state.prepare(`UPDATE operations SET state = 'done' WHERE seq = ?`).run(seq)
      appendLink(state, seq)
    })
  } finally {
    state.exec('PRAGMA synchronous=FULL')
  }
}

export interface OperationRow {
  readonly seq: number
  readonly id: string
  readonly name: string
  readonly worktree: string
  readonly actor: string
  readonly at: number
  readonly state: 'open' | 'done' | 'aborted'
  readonly summary: string | null
  readonly result: string
  readonly effects: string
  readonly undoes: string | null
  readonly undone_by: string | null
}

export function journalStepsOf(state: Database, seq: number): JournalStep[] {
  const rows = typedStatement<JournalStep>(state, 'SELECT * FROM changes WHERE operation = ? ORDER BY n').all(seq)
  return rows
}

export function imageOf(state: Database, revision: Revision): Buffer | undefined {
  const row = state.prepare('SELECT bytes FROM images WHERE revision = ?').get(revision)
  const bytes = row === undefined ? undefined : Buffer.from((row as { bytes: Uint8Array }).bytes)
  // A text that somebody put in its place is none that Furrow has seen.
  return bytes !== undefined && revisionOf(bytes) === revision ? bytes : undefined
}

export function imagesIn(state: Database): Images {
  return { get: revision => imageOf(state, revision) }
}

function takeAllBack(
  state: Database,
  seq: number,
  { steps, why }: { steps: readonly JournalStep[]; why: unknown },
): 'aborted' {
  try {
    for (const step of [...steps].reverse()) undoStep(step, imagesIn(state))
  } catch {
    // Neither forward nor back: it stays open, and the first reason says what is in the way.
    throw why
  }
  dropStaged(steps)
  syncFolders(steps)
  markAborted(state, seq)
  return 'aborted'
}

export function markAborted(state: Database, seq: number): void {
  state.prepare(`UPDATE operations SET state = 'aborted' WHERE seq = ?`).run(seq)
}

interface Intent {
  readonly entry: JournalEntry
  readonly steps: readonly JournalStep[]
  readonly seals: Pick<Seals, 'put'>
}

function recordIntent(state: Database, plan: TransactionPlan, { entry, steps, seals }: Intent): number {
  return immediateTransaction(state, () => {
    const image = state.prepare('INSERT OR IGNORE INTO images (revision, bytes, at) VALUES (?, ?, ?)')
    for (const [revision, bytes] of plan.images) image.run(revision, bytes, entry.at)
    state.prepare(`DELETE FROM operations WHERE id = ? AND state = 'aborted'`).run(entry.id)
    const { lastInsertRowid } = state
      .prepare(
        `INSERT INTO operations (id, name, worktree, actor, at, state, summary, result, effects, undoes)
         VALUES (?, ?, ?, ?, ?, 'open', ?, ?, ?, ?)`,
      )
      .run(
        entry.id,
        entry.name,
        entry.worktree,
        JSON.stringify(entry.actor),
        entry.at,
        plan.summary ?? null,
        JSON.stringify(entry.result ?? null),
        JSON.stringify({ events: plan.events, outbox: plan.outbox }),
        entry.undoes ?? null,
      )
    const row = state.prepare(
      `INSERT INTO changes (operation, n, kind, root, path, target, before, after, mode, temp, made, prune)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    steps.forEach((step, index) => {
      const { kind, root, path, target, before, after, mode, temp, made, prune } = { ...NO_COLUMNS, ...step }
      row.run(Number(lastInsertRowid), index, kind, root, path, target, before, after, mode, temp, made, prune)
    })
    seals.put(Number(lastInsertRowid))
    return Number(lastInsertRowid)
  })
}

/** What a step does not have is NULL in its row. */
const NO_COLUMNS = { target: null, before: null, after: null, mode: null, prune: null }

function remember(state: Database, step: JournalStep): void {
  if (step.kind !== 'write') return
  state
    .prepare(
      `INSERT INTO known (root, path, caller, revision) VALUES (?, ?, 'furrow', ?)
       ON CONFLICT DO UPDATE SET revision = excluded.revision`,
    )
    .run(step.root, step.path, step.after)
}
