import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { findUnfinished } from '../../store/git/git-unfinished.ts'
import type { WorkspaceContext } from '../../workspace/call.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { type LoadedProject, PROJECT, projectEventsFile, readProjectEvents, whyNewer } from '../record/project-files.ts'
import { currentState } from '../record/project-parts.ts'
import { branchProblem, type ProjectProblem } from './branch-problem.ts'

/** Everything that would end in a refusal later on; of a project that is over, only its log still counts. */
export function findProblems(call: WorkspaceContext, held: LoadedProject, files: Files): ProjectProblem[] {
  if (held.folder !== PROJECT) return []
  const newer = whyNewer(files)
  if (newer !== undefined)
    return [{ code: 'newer_schema', message: newer.message, fix: newer.fix ?? shell`furrow doctor` }]
  if (currentState(held.type, held.state).terminal === true)
    return files.read(projectEventsFile()) === undefined ? [] : logProblem(held, files)
  const unfinished = unfinishedProblem(call)
  // What a merge or a rebase has half written is judged when it has ended.
  return unfinished.length > 0 ? unfinished : [...logProblem(held, files), ...branchProblem(call, held)]
}

function logProblem({ state }: LoadedProject, files: Files): ProjectProblem[] {
  try {
    readProjectEvents(files, state)
    return []
  } catch (error) {
    if (!isRefused(error)) throw error
    return [{ code: 'log_differs', message: error.message, fix: error.fix ?? shell`furrow doctor` }]
  }
}

/** What keeps Furrow from a commit here. While a rebase has stopped, no branch is checked out, and git switches to none. */
export function gitProblem(call: WorkspaceContext, held: Pick<LoadedProject, 'type' | 'state'>): ProjectProblem[] {
  const unfinished = unfinishedProblem(call)
  return unfinished.length > 0 ? unfinished : branchProblem(call, held)
}

function unfinishedProblem({ workspace: { repository } }: WorkspaceContext): ProjectProblem[] {
  const found = repository.gitDir === undefined ? undefined : findUnfinished(repository.gitDir)
  return found === undefined ? [] : [{ code: 'git_unfinished', message: found.message, fix: found.fix }]
}
