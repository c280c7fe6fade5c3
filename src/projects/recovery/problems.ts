import { isRefused } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../operation/shell.ts'
import { listWorktrees } from '../../store/git.ts'
import { commitOf } from '../../store/git-head.ts'
import type { Call } from '../../workspace/call.ts'
import type { Files } from '../../workspace/files.ts'
import { currentBranch, isProtected, NO_GIT } from '../branch.ts'
import { currentState } from '../parts.ts'
import { type Held, PROJECT, readEvents } from '../shelf.ts'

/** What files or git say that does not fit the project, and the one command that sets it right. */
export interface Problem {
  readonly code: 'log_differs' | 'branch_renamed' | 'other_branch' | 'on_protected_branch' | 'no_branch'
  readonly message: string
  readonly fix: ShellText
}

type Place = Pick<Call, 'workspace'>

/** Everything that would end in a refusal later on; a project that is over needs nothing of it. */
export function findProblems(call: Place, held: Held, files: Files): Problem[] {
  if (held.folder !== PROJECT || currentState(held.type, held.state).terminal === true) return []
  return [...logProblem(held, files), ...branchProblem(call, held)]
}

function logProblem({ state }: Held, files: Files): Problem[] {
  try {
    readEvents(files, state)
    return []
  } catch (error) {
    if (!isRefused(error)) throw error
    return [{ code: 'log_differs', message: error.message, fix: error.fix ?? shell`furrow doctor` }]
  }
}

/** Where the project belongs and what is checked out, read from files alone. */
export function branchProblem(call: Place, { state: { project } }: Pick<Held, 'state'>): Problem[] {
  const { repository } = call.workspace
  if (repository.gitDir === undefined || project.branch === NO_GIT) return []
  const now = currentBranch(call)
  if (now === project.branch) return []
  const { name, branch } = project
  const exists = commitOf(repository.commonDir, `refs/heads/${branch}`) !== undefined
  const isFree = exists && !isElsewhere(call, branch)
  const belongs = `${name} belongs to ${branch}`
  if (now === undefined) {
    const fix = isFree ? shell`git switch ${branch}` : shell`git switch --create ${exists ? `${branch}-2` : branch}`
    return [{ code: 'no_branch', message: `${belongs}, and no branch is checked out.`, fix }]
  }
  if (isFree)
    return [
      { code: 'other_branch', message: `${belongs}, and ${now} is checked out.`, fix: shell`git switch ${branch}` },
    ]
  const where = exists ? 'which is checked out in another worktree' : 'which does not exist any more'
  if (isProtected(now))
    return [
      {
        code: 'on_protected_branch',
        message: `${belongs}, ${where}; a merge may have brought it to ${now}.`,
        fix: shell`furrow explore settle`,
      },
    ]
  return [
    {
      code: 'branch_renamed',
      message: `${belongs}, ${where}, and ${now} is checked out.`,
      fix: shell`furrow explore rebind`,
    },
  ]
}

function isElsewhere({ workspace }: Place, branch: string): boolean {
  return listWorktrees(workspace.root).some(({ path, branch: held }) => held === branch && path !== workspace.root)
}
