import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { gitStatus } from '../../store/git/git.ts'
import { commitOf } from '../../store/git/git-head.ts'
import { committedFiles, gitPush } from '../../store/git/git-write.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { commitHere } from '../../workspace/commits/commit-here.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { remoteNamed, whyNotPush } from '../finalize/git-programs.ts'
import { pullFrom, pushFailureIn, sayPushFailure } from '../finalize/push-failure.ts'
import { isPutBack } from '../finalize/remote-ahead.ts'
import { requireProject, stateMissing } from '../record/engine.ts'
import { type LoadedProject, PROJECT, stateFile } from '../record/project-files.ts'
import { checklistStepsOf } from '../record/project-parts.ts'
import { currentBranch, isProtected } from '../rules/branch.ts'
import { whyNoProject } from './absent.ts'
import * as contracts from './contracts.ts'
import { foremostProblem } from './problems.ts'
import { requireNothingUnfinished } from './unfinished.ts'

export const share = implement(() => contracts.share, {
  async run(call, { push: wanted }) {
    await call.store.settled()
    await requireNothingUnfinished(call)
    const branch = currentBranch(call)
    if (branch === undefined) return refuse('blocked', 'No branch is checked out here.', { fix: shell`git status` })
    const missing = stateMissing(filesOf(call))
    if (missing !== undefined) return missing
    const isOpen = filesOf(call).read(stateFile()) !== undefined
    const held = isOpen ? requireProject(call, filesOf(call)) : undefined
    if (held !== undefined) await requireShareable(call, held)
    const { root } = call.workspace
    const options = { signal: call.signal, env: call.env }
    const files = (await gitStatus(root, options))
      .map(({ path }) => path)
      .filter(path => path.startsWith(`${PROJECT}/`))
    const gone = held === undefined ? await committedFiles(root, [PROJECT], options) : []
    if (held === undefined && gone.length === 0 && (await remoteStillHolding(call, branch)) === undefined)
      throw await whyNoProject(call)
    if (wanted) requireOwnBranch(branch)
    const request = held === undefined ? removal() : hand(held)
    const commit = files.length + gone.length === 0 ? undefined : await commitHere(call, request)
    const pushed = wanted ? await pushHere(call, branch) : undefined
    const isRemoved = gone.length > 0 && pushed === undefined && !isProtected(branch)
    const remote = isRemoved ? await remoteStillHolding(call, branch) : undefined
    return {
      branch,
      files: [...new Set([...files, ...gone])],
      ...(gone.length > 0 && { removed: true }),
      ...(commit !== undefined && { commit }),
      ...(pushed !== undefined && { pushed }),
      ...(remote !== undefined && { unpushed: `${remote}/${branch}` }),
    }
  },
  render: ({ branch, commit, files, removed, pushed, unpushed }) =>
    [
      commit === undefined
        ? `Nothing below ${PROJECT} has changed since the last commit on ${branch}.`
        : `${files.length} ${files.length === 1 ? 'file' : 'files'} below ${PROJECT} ${removed === true ? 'removed from' : 'committed on'} ${branch} (${commit.slice(0, 10)}).`,
      ...(pushed === undefined ? [] : [`Pushed to ${pushed}.`]),
      ...(unpushed === undefined ? [] : [`${unpushed} still holds them: \`furrow explore share --push\``]),
    ].join('\n'),
})

/** A removal that was committed and not pushed yet: the remote's branch still has the folder. */
async function remoteStillHolding(call: Call, branch: string): Promise<string | undefined> {
  const { root, repository } = call.workspace
  const remote = remoteNamed(root)
  const ref = `refs/remotes/${remote}/${branch}`
  if (remote === undefined || commitOf(repository.commonDir, ref) === undefined) return undefined
  const held = await committedFiles(root, [PROJECT], { signal: call.signal, env: call.env, ref })
  return held.length > 0 ? remote : undefined
}

/** What else is on a protected branch is not the exploration's to push. */
function requireOwnBranch(branch: string): void {
  if (!isProtected(branch)) return
  const message = `${branch} is a protected branch; Furrow commits the removal of ${PROJECT} there, and does not push it.`
  throw refuse('blocked', message, { target: branch, fix: shell`furrow explore share` })
}

function hand({ state: { project, statechart } }: LoadedProject) {
  return { message: `chore: ${project.name} in ${statechart.current_state}`, paths: [PROJECT] }
}

function removal() {
  return { message: `chore: remove ${PROJECT}`, paths: [], removes: [PROJECT] }
}

/** On its own branch, and before the finalization commit took the folder off it; or to merge what came meanwhile. */
async function requireShareable(call: Call, held: LoadedProject): Promise<void> {
  const problem = await foremostProblem(call, held)
  if (problem !== undefined)
    throw refuse('blocked', problem.message, { target: held.state.project.branch, fix: problem.fix })
  const committed = checklistStepsOf(held.type, held.state).some(
    ({ action, status: is }) => action === 'commit' && is === 'completed',
  )
  if (committed && !(await isPutBack(call, held)))
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
  try {
    await gitPush(call.workspace.root, { remote, branch }, { signal: call.signal, env: call.env })
  } catch (error) {
    const failure = pushFailureIn(error)
    if (failure === undefined || !isRefused(error)) throw error
    const message = `Not pushed: ${sayPushFailure(failure, { remote, branch })} (${error.message})`
    const fix = failure === 'ahead' ? pullFrom({ remote, branch }) : FIXES[failure]
    throw refuse('failed', message, { target: remote, fix, cause: error })
  }
  return `${remote}/${branch}`
}

const FIXES = {
  gone: shell`git remote --verbose`,
  unreachable: shell`furrow explore share --push`,
  refused: shell`furrow explore share --push`,
} as const
