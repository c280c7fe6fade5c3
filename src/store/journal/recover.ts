import { isRefused } from '../../operation/errors.ts'
import type { Seals } from '../database/seal.ts'
import type { Database } from '../database/sqlite.ts'
import { typedStatement } from '../database/sqlite.ts'
import { keepConflictCopy } from '../files/conflict-copies.ts'
import { setAside } from '../files/set-aside.ts'
import { isWellFormed, needsSeal, type UnsealedScope } from './foreign-steps.ts'
import { imageOf, imagesIn, journalStepsOf, settleOperation } from './journal.ts'
import {
  type JournalStep,
  publishStep,
  refuseIfUnmovable,
  removeStagedText,
  revisionAt,
  stagedRevision,
  stageStep,
} from './steps.ts'

interface Recovery {
  readonly keptFolder: string
  readonly seals: Seals
  readonly reach: UnsealedScope
}

/** Settles every operation that a dead process left open; the first act of whoever holds the lock. */
export function recover(state: Database, recovery: Recovery): void {
  const open = typedStatement<{ seq: number }>(
    state,
    `SELECT seq FROM operations WHERE state = 'open' ORDER BY seq`,
  ).all()
  for (const { seq } of open) recoverOne(state, seq, recovery)
}

/**
 * Without a seal it may have been written by a tool: then it is finished only where the tool could have done so itself,
 * and never stands in the way of others.
 */
function recoverOne(state: Database, seq: number, { keptFolder, seals, reach }: Recovery): void {
  const finishAll = () => settleOperation(state, seq, step => finish(state, step, keptFolder))
  if (seals.isSealed(seq)) {
    finishAll()
    return
  }
  const steps = journalStepsOf(state, seq)
  if (!steps.every(isWellFormed)) setAside(state, seq)
  else if (needsSeal(steps, reach)) {
    // Inside a tool there is no telling; whoever has the key decides.
    if (seals.canDecide()) setAside(state, seq)
  } else
    try {
      finishAll()
    } catch (error) {
      if (!isRefused(error) || error.code !== 'usage') throw error
      setAside(state, seq)
    }
}

export function hasOpen(state: Database): boolean {
  return state.prepare(`SELECT 1 FROM operations WHERE state = 'open' LIMIT 1`).get() !== undefined
}

function finish(state: Database, step: JournalStep, keptFolder: string): void {
  if (step.kind === 'rename') refuseIfUnmovable(step)
  else if (revisionAt(step.root, step.path) !== step.before) {
    keepOurs(state, step, keptFolder)
    return
  }
  if (step.kind === 'write' && stagedRevision(step) !== step.after) {
    removeStagedText(step)
    stageStep(step, imagesIn(state))
  }
  publishStep(step)
}

/** Someone edited the file after the crash. Theirs stays in place, ours is kept aside and reported by doctor. */
function keepOurs(state: Database, step: JournalStep, keptFolder: string): void {
  const ours = step.kind === 'write' ? imageOf(state, step.after) : undefined
  if (ours !== undefined) keepConflictCopy(keptFolder, step.path, ours)
}
