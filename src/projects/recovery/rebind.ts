import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { currentBranch, hasGit, isProtected, NO_GIT } from '../branch.ts'
import { commit, sightOf } from '../engine.ts'
import { renderProject } from '../render.ts'
import { viewProject } from '../view.ts'
import * as contracts from './contracts.ts'

export const rebind = implement(contracts.rebind, {
  async run(call) {
    const branch = branchHere(call)
    const held = await commit(call, { command: 'rebind' }, ({ held: { state } }) => ({
      state: { ...state, project: { ...state.project, branch } },
      summary: `moved from ${state.project.branch} to ${branch}`,
    }))
    return viewProject(held, sightOf(call, held, filesOf(call)))
  },
  render: renderProject,
})

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
