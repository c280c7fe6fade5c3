import fs from 'node:fs'
import path from 'node:path'
import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { sayLocked } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { whyNotApproved, whyNotPublish } from '../finalize/finalize-plan.ts'
import { whyNotPushed } from '../finalize/push-failure.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { currentState, stepsHere } from '../record/project-parts.ts'
import type { GuardContext } from './guards.ts'

interface HindranceContext {
  readonly sight: GuardContext
  readonly files: Files
}

/** What stops the steps of a checklist, as far as it can be said without starting git. */
export function findHindrances(
  call: Pick<Call, 'workspace'>,
  held: LoadedProject,
  { sight, files }: HindranceContext,
): Reason[] {
  const { type, state } = held
  if (state.plan === undefined || currentState(type, state).allows?.includes('finalize') !== true) return []
  const isOpen = stepsHere(type, state).some(({ action, status }) => action === 'publish' && status !== 'completed')
  const before = isOpen ? whyNotPublish(held, state.plan, { sight, files }) : whyNotApproved(held, sight)
  return [...before, ...whyNotCommitted(call, held), ...whyNotPushed(call, held)]
}

/** The lock that a git which was killed has left; until it is gone no git commits here. */
function whyNotCommitted(
  { workspace: { repository } }: Pick<Call, 'workspace'>,
  { type, state }: LoadedProject,
): Reason[] {
  const lock = repository.gitDir === undefined ? undefined : path.join(repository.gitDir, 'index.lock')
  const isOpen = stepsHere(type, state).some(({ action, status }) => action === 'commit' && status !== 'completed')
  if (lock === undefined || !isOpen || !fs.existsSync(lock)) return []
  return [{ code: 'git_locked', ids: [lock], message: sayLocked(lock), fix: shell`rm -- ${lock}` }]
}
