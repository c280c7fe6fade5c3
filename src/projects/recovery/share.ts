import { commitHere } from '../../lifecycle/commit.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { status } from '../../store/git.ts'
import { committedFiles, push } from '../../store/git-write.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { currentBranch } from '../branch.ts'
import { heldOf } from '../engine.ts'
import { remoteNamed, whyNotPush } from '../finalize/git-programs.ts'
import { stepsOf } from '../parts.ts'
import { type Held, PROJECT, readState } from '../shelf.ts'
import * as contracts from './contracts.ts'
import { branchProblem } from './problems.ts'

export const share = implement(contracts.share, {
  async run(call, { push: wanted }) {
    await call.store.settled()
    const branch = currentBranch(call)
    if (branch === undefined) return refuse('blocked', 'No branch is checked out here.', { fix: shell`git status` })
    const state = readState(filesOf(call))
    const held = state === undefined ? undefined : heldOf(call, state)
    if (held !== undefined) requireShareable(call, held)
    const { root } = call.workspace
    const options = { signal: call.signal, env: call.env }
    const files = (await status(root, options)).map(({ path }) => path).filter(path => path.startsWith(`${PROJECT}/`))
    const gone = held === undefined ? await committedFiles(root, [PROJECT], options) : []
    const request = held === undefined ? removal() : hand(held)
    const commit = files.length + gone.length === 0 ? undefined : await commitHere(call, request)
    const pushed = wanted ? await pushHere(call, branch) : undefined
    return {
      branch,
      files: [...new Set([...files, ...gone])],
      ...(commit !== undefined && { commit }),
      ...(pushed !== undefined && { pushed }),
    }
  },
  render: ({ branch, commit, files, pushed }) =>
    [
      commit === undefined
        ? `Nothing below ${PROJECT} has changed since the last commit on ${branch}.`
        : `${files.length} ${files.length === 1 ? 'file' : 'files'} below ${PROJECT} committed on ${branch} (${commit.slice(0, 10)}).`,
      ...(pushed === undefined ? [] : [`Pushed to ${pushed}.`]),
    ].join('\n'),
})

function hand({ state: { project, statechart } }: Held) {
  return { message: `chore: ${project.name} in ${statechart.current_state}`, paths: [PROJECT] }
}

function removal() {
  return { message: `chore: remove ${PROJECT}`, paths: [], removes: [PROJECT] }
}

/** On its own branch, and before the finalization commit took the folder off it. */
function requireShareable(call: Call, held: Held): void {
  const [problem] = branchProblem(call, held)
  if (problem !== undefined)
    throw refuse('blocked', problem.message, { target: held.state.project.branch, fix: problem.fix })
  const committed = stepsOf(held.type, held.state).some(
    ({ action, status: is }) => action === 'commit' && is === 'completed',
  )
  if (committed)
    throw refuse(
      'blocked',
      'The finalization commit took the working folder off the branch; it is not committed again.',
      {
        target: PROJECT,
        fix: shell`furrow agent finalize --apply`,
      },
    )
}

async function pushHere(call: Call, branch: string): Promise<string> {
  const remote = remoteNamed(call.workspace.root)
  const reason = remote === undefined ? 'there is no remote' : await whyNotPush(call, remote)
  if (remote === undefined || reason !== undefined)
    throw refuse('blocked', `The branch was not pushed: ${reason}.`, { target: branch, fix: shell`git push --help` })
  await push(call.workspace.root, { remote, branch }, { signal: call.signal, env: call.env })
  return `${remote}/${branch}`
}
