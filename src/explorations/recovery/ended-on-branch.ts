import { shell } from '../../shared/shell/shell.ts'
import { gitRemotes } from '../../store/git/git.ts'
import { commitOf } from '../../store/git/git-head.ts'
import { runGit } from '../../store/git/git-run.ts'
import { committedFiles, isAncestor } from '../../store/git/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { type LoadedProject, stateFile } from '../record/project-files.ts'
import { currentBranch, isProtected } from '../rules/branch.ts'
import { branchProblem, ownBranch, type ProjectProblem } from './branch-problem.ts'

/**
 * An exploration that an early merge brought to a protected branch, and that has ended on its own branch since. Asks
 * git, so only what decides something looks here.
 */
export async function endedProblem(call: Call, held: LoadedProject): Promise<ProjectProblem | undefined> {
  const now = currentBranch(call)
  const [problem] = branchProblem(call, held)
  if (now === undefined || problem === undefined) return undefined
  const { name } = held.state.project
  const branch = ownBranch(call, held)
  if (problem.code === 'other_branch' && (await isOnlyHere(call, branch, name)))
    return notOnBranch(call, problem, branch)
  if (!isProtected(now)) return undefined
  const tip = tipOf(call, branch)
  if (tip === undefined || !(await hasLeft(call, tip, name))) return undefined
  if (await isPublishedAt(call, held, tip))
    return {
      code: 'ended_on_branch',
      message: `${name} is finished on ${branch}; ${now} has its working folder from an earlier merge. Merging the branch brings what was published and takes the folder away.`,
      fix: shell`git merge --no-edit ${tip}`,
    }
  const message = `${name} has ended on ${branch} without anything published, and ${now} has its working folder from an earlier merge.`
  return { code: 'given_up_on_branch', message, fix: shell`furrow explore settle --commit` }
}

/** Committed by mistake where it does not belong: to switch to its branch would leave it behind. */
async function isOnlyHere(call: Call, branch: string, name: string): Promise<boolean> {
  const { root } = call.workspace
  const held = (ref: string) => committedFiles(root, [stateFile()], options(call, ref))
  if ((await held('HEAD')).length === 0 || (await held(branch)).length > 0) return false
  return !(await hasHeld(call, branch, name))
}

async function notOnBranch(call: Call, problem: ProjectProblem, branch: string): Promise<ProjectProblem> {
  const { root } = call.workspace
  const now = currentBranch(call) ?? ''
  const isBehind = await isAncestor(root, { commit: branch, of: 'HEAD' }, options(call, 'HEAD'))
  const committed = `${problem.message} Its working folder was committed on ${now}, and ${branch} does not have it.`
  if (!isBehind) return { ...problem, message: `${committed} Merge ${now} there.` }
  const fix = shell`git fetch --quiet . ${`${now}:${branch}`}`
  return { ...problem, message: `${committed} This brings ${branch} up to ${now}; then \`${problem.fix}\`.`, fix }
}

/**
 * The folder of this exploration was on the branch and is off it now, while what is checked out still has it. Another
 * one, whose end came to the branch with main, says nothing of it.
 */
async function hasLeft(call: Call, tip: string, name: string): Promise<boolean> {
  const { root } = call.workspace
  const held = (ref: string) => committedFiles(root, [stateFile()], options(call, ref))
  if ((await held('HEAD')).length === 0 || (await held(tip)).length > 0) return false
  return hasHeld(call, tip, name)
}

/** Whether the last commit that took a working folder off a branch took that of this project. */
export async function hasHeld(call: Call, tip: string, name: string): Promise<boolean> {
  const { root } = call.workspace
  const args = ['log', '--max-count=1', '--format=%H', tip, '--', stateFile()]
  const asked = { signal: call.signal, env: call.env }
  const removal = (await runGit(root, args, asked)).stdout.trim()
  if (removal === '') return false
  const { code, stdout } = await runGit(root, ['show', `${removal}^:./${stateFile()}`], { ...asked, answers: [128] })
  return code === 0 && stdout.split('\n').some(line => line.trim() === `name: ${name}`)
}

/** The branch in this clone, or else on a remote of it. */
function tipOf({ workspace: { root, repository } }: Call, branch: string): string | undefined {
  if (commitOf(repository.commonDir, `refs/heads/${branch}`) !== undefined) return branch
  const remote = gitRemotes(root).find(
    name => commitOf(repository.commonDir, `refs/remotes/${name}/${branch}`) !== undefined,
  )
  return remote === undefined ? undefined : `${remote}/${branch}`
}

async function isPublishedAt(call: Call, { type, state }: LoadedProject, tip: string): Promise<boolean> {
  // Where the work itself is merged, taking the folder off the branch is the end.
  if (type.publishes === undefined) return true
  const { root } = call.workspace
  const file = `${type.publishes.folder}/index.md`
  if ((await committedFiles(root, [file], options(call, tip))).length === 0) return false
  const { stdout } = await runGit(root, ['show', `${tip}:./${file}`], { signal: call.signal, env: call.env })
  return isListed(stdout, state.project.name)
}

/** Whether an index lists what an exploration has published. */
export function isListed(index: string, name: string): boolean {
  return new RegExp(`\\]\\(${name}-\\d{4}-\\d{2}[./]`).test(index)
}

function options({ signal, env }: Call, ref: string) {
  return { signal, env, ref }
}
