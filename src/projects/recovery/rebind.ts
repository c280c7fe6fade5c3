import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { currentBranch, hasGit, isProtected, NO_GIT } from '../branch.ts'
import { commit, sightOf } from '../engine.ts'
import type { ProjectState } from '../model.ts'
import { mapTasks } from '../parts.ts'
import { renderProject } from '../render.ts'
import { changed } from '../tasks/rules.ts'
import { viewProject } from '../view.ts'
import * as contracts from './contracts.ts'

export const rebind = implement(contracts.rebind, {
  async run(call) {
    const branch = branchHere(call)
    const held = await commit(call, { command: 'rebind' }, ({ held: { state }, at }) => ({
      state: onBranch(state, { branch, at }),
      summary: `moved from ${state.project.branch} to ${branch}`,
    }))
    return viewProject(held, sightOf(call, held, filesOf(call)))
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

function branchHere(call: Call): string {
  if (!hasGit(call)) return NO_GIT
  const branch = currentBranch(call)
  if (branch === undefined)
    throw refuse('blocked', 'No branch is checked out here.', { target: 'HEAD', fix: shell`git switch --help` })
  if (!isProtected(branch)) return branch
  throw refuse('blocked', `${branch} is a protected branch; an exploration is not worked on there.`, {
    target: branch,
    fix: shell`furrow explore settle`,
  })
}
