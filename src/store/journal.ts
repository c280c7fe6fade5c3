import fs from 'node:fs'
import path from 'node:path'
import type { Actor } from '../operation/actor.ts'
import { refuse } from '../operation/errors.ts'
import { ioRefusal, makeFolder, type Revision, readBytes, revisionOf, stage, syncFolder } from './files.ts'
import { type Database, immediately, inSqlite } from './sqlite.ts'
import type { Change, Plan } from './transaction.ts'

export interface Entry {
  readonly id: string
  readonly name: string
  readonly worktree: string
  readonly actor: Actor
  readonly at: number
  readonly result: unknown
  readonly undoes?: string
}

/** A change as the journal keeps it, with the name of its staged file. */
export type Step = Change & { readonly temp: string | null }

/**
 * Makes a plan true. The intent with all images is durable first, then every new file is staged, then all are
 * renamed into place. So a crash leaves either nothing changed (the staged files are dropped) or all that is needed
 * to finish staged already (the rest is renamed): recovery never needs space on the disk.
 */
export function commit(state: Database, file: string, plan: Plan, entry: Entry): void {
  const steps = [...plan.changes.values()].map((change, index) => withTemp(change, entry.id, index))
  const seq = inSqlite(file, () => recordIntent(state, plan, { entry, steps }))
  try {
    steps.forEach(step => {
      stageStep(step, plan.images)
    })
    steps.forEach(refuseIfTouched)
  } catch (error) {
    dropStaged(steps)
    inSqlite(file, () => state.prepare(`UPDATE operations SET state = 'aborted' WHERE seq = ?`).run(seq))
    throw error
  }
  steps.forEach(publishStep)
  syncFolders(steps)
  inSqlite(file, () => markDone(state, seq))
}

/** Finishes the bookkeeping of an operation whose files are in place: commit mark, events and outbox together. */
export function markDone(state: Database, seq: number): void {
  // Not synced: after a power cut the open intent is found again, with its files in place, and marked once more.
  state.exec('PRAGMA synchronous=NORMAL')
  try {
    immediately(state, () => {
      const row = state.prepare('SELECT * FROM operations WHERE seq = ?').get(seq) as unknown as OperationRow
      const effects = JSON.parse(row.effects) as Pick<Plan, 'events' | 'outbox'>
      const event = state.prepare(
        'INSERT INTO events (worktree, kind, id, revision, actor, at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      for (const { kind, id, revision } of effects.events)
        event.run(row.worktree, kind, id, revision ?? null, row.actor, row.at)
      const effect = state.prepare('INSERT INTO outbox (kind, payload, at) VALUES (?, ?, ?)')
      for (const { kind, payload } of effects.outbox) effect.run(kind, JSON.stringify(payload), row.at)
      for (const step of stepsOf(state, seq)) remember(state, step)
      if (row.undoes !== null) state.prepare('UPDATE operations SET undone_by = ? WHERE id = ?').run(row.id, row.undoes)
      state.prepare(`UPDATE operations SET state = 'done' WHERE seq = ?`).run(seq)
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

export function stepsOf(state: Database, seq: number): Step[] {
  return state.prepare('SELECT * FROM changes WHERE operation = ? ORDER BY n').all(seq) as unknown as Step[]
}

export function imageOf(state: Database, revision: Revision): Buffer | undefined {
  const row = state.prepare('SELECT bytes FROM images WHERE revision = ?').get(revision)
  return row === undefined ? undefined : Buffer.from((row as { bytes: Uint8Array }).bytes)
}

/** Where a step's target is, and what stands there now. */
export function placeOf(step: Step): string {
  return path.join(step.root, step.path)
}

export function revisionAt(file: string): Revision | null {
  const bytes = readBytes(file)
  return bytes === undefined ? null : revisionOf(bytes)
}

export function stageStep(step: Step, images: { get(revision: Revision): Buffer | undefined }): void {
  if (step.kind === 'rename') makeFolder(path.dirname(path.join(step.root, step.target)))
  if (step.kind !== 'write' || step.temp === null) return
  const bytes = images.get(step.after)
  if (bytes === undefined) throw new Error(`no image of ${step.path} at ${step.after}`)
  try {
    makeFolder(path.dirname(placeOf(step)))
    stage(step.temp, bytes, step.mode)
  } catch (error) {
    throw ioRefusal(error, placeOf(step))
  }
}

export function publishStep(step: Step): void {
  try {
    if (step.kind === 'write' && step.temp !== null) fs.renameSync(step.temp, placeOf(step))
    if (step.kind === 'remove') fs.rmSync(placeOf(step))
    if (step.kind === 'rename') fs.renameSync(placeOf(step), path.join(step.root, step.target))
  } catch (error) {
    throw ioRefusal(error, placeOf(step))
  }
}

export function syncFolders(steps: readonly Step[]): void {
  const folders = new Set(steps.map(step => path.dirname(placeOf(step))))
  for (const step of steps) if (step.kind === 'rename') folders.add(path.dirname(path.join(step.root, step.target)))
  // A renamed folder is gone from its old place; the folder above it is what must be durable.
  for (const folder of folders) if (fs.existsSync(folder)) syncFolder(folder)
}

export function dropStaged(steps: readonly Step[]): void {
  for (const step of steps) if (step.temp !== null) fs.rmSync(step.temp, { force: true })
}

function recordIntent(state: Database, plan: Plan, { entry, steps }: { entry: Entry; steps: readonly Step[] }): number {
  return immediately(state, () => {
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
      `INSERT INTO changes (operation, n, kind, root, path, target, before, after, mode, temp)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    steps.forEach((step, index) => {
      row.run(Number(lastInsertRowid), index, ...columnsOf(step))
    })
    return Number(lastInsertRowid)
  })
}

function columnsOf(
  step: Step,
): [string, string, string, string | null, string | null, string | null, number | null, string | null] {
  const { kind, root, path: file, temp } = step
  if (kind === 'rename') return [kind, root, file, step.target, null, null, null, null]
  if (kind === 'remove') return [kind, root, file, null, step.before, null, null, null]
  return [kind, root, file, null, step.before, step.after, step.mode, temp]
}

function withTemp(change: Change, id: string, index: number): Step {
  if (change.kind !== 'write') return { ...change, temp: null }
  const folder = path.dirname(path.join(change.root, change.path))
  return { ...change, temp: path.join(folder, `.furrow-${id}-${index}.tmp`) }
}

/** Editors and git do not take our lock: the last look before the first rename decides. */
function refuseIfTouched(step: Step): void {
  if (step.kind === 'rename') return
  const now = revisionAt(placeOf(step))
  if (now === step.before) return
  throw refuse('conflict', `${step.path} was changed by something else at the same moment; nothing was written.`, {
    target: step.path,
    details: { current_revision: now },
  })
}

function remember(state: Database, step: Step): void {
  if (step.kind !== 'write') return
  state
    .prepare(
      `INSERT INTO known (root, path, caller, revision) VALUES (?, ?, 'furrow', ?)
       ON CONFLICT DO UPDATE SET revision = excluded.revision`,
    )
    .run(step.root, step.path, step.after)
}
