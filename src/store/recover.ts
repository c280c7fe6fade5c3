import fs from 'node:fs'
import path from 'node:path'
import {
  dropStaged,
  imageOf,
  markDone,
  type OperationRow,
  placeOf,
  publishStep,
  revisionAt,
  type Step,
  stageStep,
  stepsOf,
  syncFolders,
} from './journal.ts'
import { keepText } from './kept.ts'
import type { Database } from './sqlite.ts'

/** Settles every operation that a dead process left open; the first act of whoever holds the lock. */
export function recover(state: Database, keptFolder: string): void {
  const open = state.prepare(`SELECT * FROM operations WHERE state = 'open' ORDER BY seq`).all()
  for (const row of open as unknown as OperationRow[]) settle(state, row, keptFolder)
}

export function hasOpen(state: Database): boolean {
  return state.prepare(`SELECT 1 FROM operations WHERE state = 'open' LIMIT 1`).get() !== undefined
}

function settle(state: Database, { seq }: OperationRow, keptFolder: string): void {
  const steps = stepsOf(state, seq)
  const isDone = doneIn(steps)
  if (steps.length > 0 && !steps.some(isDone)) {
    dropStaged(steps)
    state.prepare(`UPDATE operations SET state = 'aborted' WHERE seq = ?`).run(seq)
    return
  }
  const pending = steps.filter(step => !isDone(step))
  for (const step of pending) finish(state, step, keptFolder)
  dropStaged(steps)
  syncFolders(steps)
  markDone(state, seq)
}

function finish(state: Database, step: Step, keptFolder: string): void {
  if (step.kind !== 'rename' && revisionAt(placeOf(step)) !== step.before) {
    // Someone edited the file after the crash. Theirs stays in place, ours is kept aside and reported by doctor.
    const ours = step.kind === 'write' ? imageOf(state, step.after) : undefined
    if (ours !== undefined) keepText(keptFolder, step.path, ours)
    return
  }
  if (step.kind === 'write' && step.temp !== null && revisionAt(step.temp) !== step.after) {
    fs.rmSync(step.temp, { force: true })
    stageStep(step, { get: revision => imageOf(state, revision) })
  }
  publishStep(step)
}

/** A folder that was renamed at the end of the operation took the files written in it along. */
function doneIn(steps: readonly Step[]): (step: Step) => boolean {
  const renames = steps.filter(step => step.kind === 'rename')
  return step => {
    if (step.kind === 'rename') return isRenamed(step)
    const moved = renames.find(rename => step.path.startsWith(`${rename.path}/`) && isRenamed(rename))
    const place = moved === undefined ? step.path : path.join(moved.target, step.path.slice(moved.path.length))
    return revisionAt(path.join(step.root, place)) === (step.kind === 'write' ? step.after : null)
  }
}

function isRenamed(step: Step & { kind: 'rename' }): boolean {
  return !fs.existsSync(placeOf(step)) && fs.existsSync(path.join(step.root, step.target))
}
