import path from 'node:path'
import { isInside } from '../files/contain.ts'
import { worktreesAround } from '../programs/worktrees.ts'
import { type JournalStep, stepPath } from './steps.ts'

/** Where an operation may change files without a seal: what a tool could write itself. */
export interface UnsealedScope {
  readonly worktree: string
  readonly home: string
}

/** Whether a step is about files that only the person, and Furrow for them, may write. */
export function needsSeal(steps: readonly JournalStep[], { worktree, home }: UnsealedScope): boolean {
  const roots = worktreesAround(worktree)
  return steps.some(step => !roots.includes(step.root) || touched(step).some(place => isInside(home, place)))
}

function touched(step: JournalStep): string[] {
  const target = step.kind === 'rename' ? [path.join(step.root, step.target)] : []
  return [stepPath(step), ...target, ...(step.temp === null ? [] : [step.temp])]
}

/** A step as Furrow writes it: all of its places are below its root, and what is staged lies beside its text. */
export function isWellFormed(step: JournalStep): boolean {
  const folders = [step.made, step.kind === 'write' ? null : (step.prune ?? null)].filter(each => each !== null)
  const isBeside = step.temp === null || path.dirname(step.temp) === path.dirname(stepPath(step))
  const isStaged = step.temp === null || /^\.furrow-.+\.tmp$/s.test(path.basename(step.temp))
  return isBeside && isStaged && [...touched(step), ...folders].every(place => isInside(step.root, path.resolve(place)))
}
