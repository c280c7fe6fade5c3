import { remoteUrl } from '../../store/git.ts'
import { remoteHead } from '../../store/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { hasGit } from '../branch.ts'
import { stepsOf } from '../parts.ts'
import type { Held } from '../shelf.ts'
import { type Forge, forgeFor, type OpenPullRequest, type PullRequest, repoOf } from './forge.ts'
import { remoteNamed } from './git-programs.ts'
import { publicationOf } from './plan.ts'
import { type Done, requirePlan, skipped } from './step.ts'

/** Opens the pull request, or finds the one that is open already; without a way to do it, says why. */
export async function openPullRequest(call: Call, held: Held): Promise<Done> {
  const pushed = stepsOf(held.type, held.state).find(({ action }) => action === 'push')
  if (!hasGit(call)) return skipped('there is no git here')
  if (pushed?.status !== 'completed') return skipped(`the branch was not pushed: ${pushed?.reason ?? 'no such step'}`)
  const place = await forgeOf(call)
  if (typeof place === 'string') return skipped(place)
  const open = await place.forge.find(held.state.project.branch)
  if (open !== undefined) return foundIn(held, open)
  const base = await remoteHead(call.workspace.root, place.remote, { signal: call.signal, env: call.env })
  return opened(await place.forge.create(requestFor(held, base)))
}

/** The pull request that is open for the branch, or why none can be seen. */
export async function findPullRequest(
  call: Call,
  held: Held,
): Promise<Extract<Done, { status: 'completed' }> | string> {
  const place = hasGit(call) ? await forgeOf(call) : 'there is no git here'
  if (typeof place === 'string') return place
  const { branch } = held.state.project
  const open = await place.forge.find(branch)
  return open === undefined ? `no pull request is open for ${branch}` : foundIn(held, open)
}

async function forgeOf(call: Call): Promise<{ forge: Forge; remote: string } | string> {
  const { root } = call.workspace
  const remote = remoteNamed(root)
  const url = remote === undefined ? undefined : remoteUrl(root, remote)
  const repo = url === undefined ? undefined : repoOf(url)
  if (remote === undefined || repo === undefined) return 'the remote is on no forge'
  const forge = await forgeFor(call, repo)
  return typeof forge === 'string' ? forge : { forge, remote }
}

/** One that names our document is ours; another one, of earlier work on the same branch, is shared and said to be. */
function foundIn(held: Held, { url, body }: OpenPullRequest) {
  const { target } = publicationOf(held, requirePlan(held))
  return body?.includes(target) === false ? opened(url, `${url} (shared: it does not name ${target})`) : opened(url)
}

function opened(url: string, result = url) {
  return { status: 'completed', result, plan: { pull_request: url } } as const
}

function requestFor(held: Held, base: string | undefined): PullRequest {
  const { project } = held.state
  const plan = requirePlan(held)
  const { target } = publicationOf(held, plan)
  const link = (path: string) => `[${path}](../blob/${encodeURI(project.branch)}/${encodeURI(path)})`
  const more = plan.published.filter(({ path }) => path !== target).map(({ path }) => `- ${link(path)}`)
  const lines = [
    project.description,
    '',
    `Published in ${link(target)}${more.length === 0 ? '.' : ':'}`,
    ...(more.length === 0 ? [] : ['', ...more]),
  ]
  const title = `${held.type.title}: ${project.description.split('\n')[0] || project.name}`.slice(0, 200)
  return { branch: project.branch, base, title, body: lines.join('\n') }
}
