import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { ProjectState } from '../model.ts'
import { commitStep, guardContextOf, requireProject } from '../record/engine.ts'
import { mapTasks } from '../record/project-parts.ts'
import { currentBranch, hasGit, isProtected, NO_GIT } from '../rules/branch.ts'
import { renderProject } from '../show/render-project.ts'
import { viewProject } from '../show/view-project.ts'
import { changed } from '../tasks/task-rules.ts'
import { branchProblem, explorationOn } from './branch-problem.ts'
import * as contracts from './contracts.ts'
import { requireNothingUnfinished } from './unfinished.ts'

export const rebind = implement(() => contracts.rebind, {
  async run(call) {
    const branch = await branchHere(call)
    const held = await commitStep(call, { command: 'rebind' }, ({ held: { state }, at }) => ({
      state: onBranch(state, { branch, at }),
      summary: `moved from ${state.project.branch} to ${branch}`,
    }))
    return viewProject(held, guardContextOf(call, held, filesOf(call)))
  },
  render: renderProject,
})

/** What was pushed and opened for a branch of another name is to be done for this one. */
function onBranch(state: ProjectState, { branch, at }: { branch: string; at: string }): ProjectState {
  const project = { ...state.project, branch }
  if (branch === state.project.branch) return { ...state, project }
  const again = mapTasks(state, task =>
    FOR_ONE_BRANCH.includes(task.action ?? '') && task.status === 'completed'
      ? changed(task, { status: 'pending' }, at)
      : task,
  )
  if (state.plan === undefined) return { ...again, project }
  const { pull_request: _, ...plan } = state.plan
  return { ...again, project, plan }
}

const FOR_ONE_BRANCH: readonly string[] = ['push', 'pull_request']

async function branchHere(call: Call): Promise<string> {
  if (!hasGit(call)) return NO_GIT
  await requireNothingUnfinished(call)
  const branch = currentBranch(call)
  if (branch === undefined)
    throw refuse('blocked', 'No branch is checked out here.', { target: 'HEAD', fix: shell`git switch --help` })
  const [problem] = branchProblem(call, requireProject(call, filesOf(call)))
  if (isProtected(branch))
    throw refuse('blocked', `${branch} is a protected branch; an exploration is not worked on there.`, {
      target: branch,
      fix: problem?.fix ?? shell`furrow explore settle`,
    })
  const other = explorationOn(call, branch)
  if (other === undefined || problem === undefined) return branch
  throw refuse('blocked', `${branch} belongs to ${other}, which is open in another worktree.`, {
    target: branch,
    fix: problem.fix === shell`furrow explore rebind` ? shell`git switch --help` : problem.fix,
  })
}
