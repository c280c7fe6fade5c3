import { log } from '../../store/git.ts'
import { commitAt, committedFiles, isAncestor, isCommitted } from '../../store/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { hasGit } from '../branch.ts'
import type { Plan, Task } from '../model.ts'
import { type Held, PROJECT } from '../shelf.ts'
import { remoteNamed } from './git-programs.ts'
import { publicationOf } from './plan.ts'
import { findPullRequest } from './pull-request.ts'
import type { Done } from './step.ts'
import { missingInFiles } from './written.ts'

/** What a step was to bring about: there, with what the plan notes of it, or what is missing of it. */
export type Effect = Extract<Done, { status: 'completed' }> | { readonly status: 'missing'; readonly why: string }

/** Whether this step is one that Furrow carries out, so that its effect can be looked at. */
export function isOurs({ action }: Task): boolean {
  return action !== undefined && action !== 'manual'
}

/** Looks for the effect of a step; a status in `state.yaml` proves nothing. */
export async function findEffect(call: Call, held: Held, step: Task): Promise<Effect> {
  const why = missingInFiles(held, step, filesOf(call))
  if (why !== undefined) return missing(why)
  const { plan } = held.state
  if (plan === undefined) return missing('there is no plan')
  if (step.action === 'commit') return findCommit(call, held, plan)
  if (step.action === 'push') return findPushed(call, held, plan)
  if (step.action === 'pull_request') return findOpened(call, held, plan)
  return there(step.action === 'index' ? publicationOf(held, plan).index : publicationOf(held, plan).target)
}

/** The paths of the finalization commit: what it holds, and what it takes off the branch. */
export async function commitScope(call: Call, held: Held, plan: Plan): Promise<{ paths: string[]; removes: string[] }> {
  const { root } = call.workspace
  const options = { signal: call.signal, env: call.env }
  const paths = [...plan.published.map(({ path }) => path), publicationOf(held, plan).index]
  const gone = (plan.withdrawn ?? []).filter(path => !paths.includes(path) && filesOf(call).read(path) === undefined)
  const tracked = await committedFiles(root, [PROJECT, ...gone], options)
  return { paths, removes: [PROJECT, ...gone].filter(path => tracked.some(file => isBelow(file, path))) }
}

function isBelow(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`)
}

async function findCommit(call: Call, held: Held, plan: Plan): Promise<Effect> {
  if (!hasGit(call)) return missing('there is no git here')
  const { root } = call.workspace
  const options = { signal: call.signal, env: call.env }
  const { paths, removes } = await commitScope(call, held, plan)
  if (!(await isCommitted(root, paths, options))) return missing('the published documents are not committed')
  if (removes.length > 0) return missing(`the last commit still holds ${removes.join(', ')}`)
  const [commit] = await log(root, { limit: 1, paths }, options)
  const hash = commit?.hash ?? ''
  return { status: 'completed', result: `commit ${hash.slice(0, 10)}`, plan: { commit: hash } }
}

async function findPushed(call: Call, held: Held, { commit }: Plan): Promise<Effect> {
  const { root } = call.workspace
  const options = { signal: call.signal, env: call.env }
  const remote = hasGit(call) ? remoteNamed(root) : undefined
  if (commit === undefined || remote === undefined)
    return missing(commit === undefined ? 'nothing was committed' : 'there is no remote')
  const { branch } = held.state.project
  const known = await commitAt(root, `refs/remotes/${remote}/${branch}`, options)
  if (known === undefined || !(await isAncestor(root, { commit, of: known }, options)))
    return missing(`${remote}/${branch} does not have commit ${commit.slice(0, 10)}`)
  return there(`${remote}/${branch}`)
}

/** One that is noted was opened or found by us; it may be merged and closed since. */
async function findOpened(call: Call, held: Held, { pull_request: noted }: Plan): Promise<Effect> {
  if (noted !== undefined) return there(noted)
  const found = await findPullRequest(call, held)
  return typeof found === 'string' ? missing(found) : found
}

function there(result: string): Effect {
  return { status: 'completed', result }
}

function missing(why: string): Effect {
  return { status: 'missing', why }
}
