import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call, WorkspaceContext } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import { type LoadedProject, PROJECT, projectEventsFile, readProjectEvents, whyNewer } from '../record/project-files.ts'
import { currentState } from '../record/project-parts.ts'
import { branchProblem, type ProjectProblem } from './branch-problem.ts'
import { endedProblem } from './ended-on-branch.ts'
import { emptyProblem, unfinishedProblem } from './unfinished.ts'

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
  return unfinished !== undefined ? [unfinished] : [...logProblem(held, files), ...branchProblem(call, held)]
}

/** What is set right first, where git may be asked: a merge of which nothing is left, an end that only the other branch shows. */
export async function foremostProblem(call: Call, held: LoadedProject): Promise<ProjectProblem | undefined> {
  const [problem] = findProblems(call, held, filesOf(call))
  if (problem?.code === 'git_unfinished') return (await emptyProblem(call)) ?? problem
  if (problem === undefined || OF_FILES.includes(problem.code)) return problem
  return (await endedProblem(call, held)) ?? problem
}

const OF_FILES: readonly ProjectProblem['code'][] = ['newer_schema', 'log_differs']

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
  return unfinished !== undefined ? [unfinished] : branchProblem(call, held)
}
