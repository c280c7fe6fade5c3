import { isRefused, type Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { settingsAt } from '../../store/git/config/prepare.ts'
import { pushAddress } from '../../store/git/config/programs.ts'
import { gitStatus } from '../../store/git/git.ts'
import { commitOf } from '../../store/git/git-head.ts'
import { personalSettings, runGit } from '../../store/git/git-run.ts'
import { gitFetch, isAncestor } from '../../store/git/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { type LoadedProject, PROJECT } from '../record/project-files.ts'
import { stepsHere } from '../record/project-parts.ts'
import { currentBranch, hasGit } from '../rules/branch.ts'
import { remoteNamed, whyNotPush } from './git-programs.ts'
import { pullFrom, pushReason } from './push-failure.ts'

const PUT_BACK = shell`furrow explore share`

/** Asks the remote for commits that are not here. One that does not answer is left to the push. */
export async function fetchAhead(call: Call, held: LoadedProject): Promise<Reason | undefined> {
  const { root } = call.workspace
  const remote = openPush(call, held) && remoteNamed(root)
  if (remote === undefined || (await whyNotPush(call, remote)) !== undefined) return undefined
  const person = await personalSettings(root, 'programs', { env: call.env, signal: call.signal })
  const address = pushAddress(settingsAt(root), person, remote) ?? remote
  try {
    const { branch } = held.state.project
    await gitFetch(root, { remote, branch, address }, { signal: call.signal, env: call.env })
  } catch (error) {
    if (!isRefused(error) || error.code !== 'failed') throw error
    return undefined
  }
  return findAhead(call, held)
}

/**
 * The commits of the remote's branch that the last fetch brought and that are not merged, while a push is to come. Git
 * merges nothing over changes that are not committed, so a working folder that both sides changed is committed first.
 */
export async function findAhead(call: Call, held: LoadedProject): Promise<Reason | undefined> {
  const step = openPush(call, held)
  const { root, repository } = call.workspace
  const remote = step && remoteNamed(root)
  if (step === undefined || remote === undefined) return undefined
  const { branch } = held.state.project
  const theirs = commitOf(repository.commonDir, `refs/remotes/${remote}/${branch}`)
  const options = { signal: call.signal, env: call.env }
  if (theirs === undefined || (await isAncestor(root, { commit: theirs, of: 'HEAD' }, options))) return undefined
  const reason = pushReason(step, 'ahead', { remote, branch })
  if (!(await isFolderInTheWay(call, theirs))) return reason
  const message = `${step.name}: ${remote}/${branch} has commits that are not here, and they change ${PROJECT}. This commits it as it is here; after that, \`${pullFrom({ remote, branch })}\` merges them`
  return { ...reason, message, fix: PUT_BACK }
}

/** Whether sharing the working folder is the step to a merge, even after the finalization commit took it off the branch. */
export async function isPutBack(call: Call, held: LoadedProject): Promise<boolean> {
  return (await findAhead(call, held))?.fix === PUT_BACK
}

function openPush(call: Call, { type, state }: LoadedProject) {
  if (!hasGit(call) || currentBranch(call) !== state.project.branch) return undefined
  return stepsHere(type, state).find(
    ({ action, status, skipped_by }) => action === 'push' && status !== 'completed' && skipped_by === undefined,
  )
}

async function isFolderInTheWay(call: Call, theirs: string): Promise<boolean> {
  const { root } = call.workspace
  const options = { signal: call.signal, env: call.env }
  const here = await gitStatus(root, options)
  if (!here.some(({ path }) => path.startsWith(`${PROJECT}/`))) return false
  const args = ['diff', '--quiet', '--no-ext-diff', '--no-textconv', `HEAD...${theirs}`, '--', PROJECT]
  const { code } = await runGit(root, args, { ...options, answers: [1, 128] })
  return code === 1
}
