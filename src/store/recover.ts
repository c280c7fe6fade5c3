import { imageOf, imagesIn, settle } from './journal.ts'
import { keepText } from './kept.ts'
import type { Database } from './sqlite.ts'
import { dropText, publishStep, refuseIfUnmovable, revisionAt, type Step, stagedRevision, stageStep } from './steps.ts'

/** Settles every operation that a dead process left open; the first act of whoever holds the lock. */
export function recover(state: Database, keptFolder: string): void {
  const open = state.prepare(`SELECT seq FROM operations WHERE state = 'open' ORDER BY seq`).all()
  for (const { seq } of open as unknown as { seq: number }[])
    settle(state, seq, step => finish(state, step, keptFolder))
}

export function hasOpen(state: Database): boolean {
  return state.prepare(`SELECT 1 FROM operations WHERE state = 'open' LIMIT 1`).get() !== undefined
}

function finish(state: Database, step: Step, keptFolder: string): void {
  if (step.kind === 'rename') refuseIfUnmovable(step)
  else if (revisionAt(step.root, step.path) !== step.before) {
    keepOurs(state, step, keptFolder)
    return
  }
  if (step.kind === 'write' && stagedRevision(step) !== step.after) {
    dropText(step)
    stageStep(step, imagesIn(state))
  }
  publishStep(step)
}

/** Someone edited the file after the crash. Theirs stays in place, ours is kept aside and reported by doctor. */
function keepOurs(state: Database, step: Step, keptFolder: string): void {
  const ours = step.kind === 'write' ? imageOf(state, step.after) : undefined
  if (ours !== undefined) keepText(keptFolder, step.path, ours)
}
