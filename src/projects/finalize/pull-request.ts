import { remoteUrl } from '../../store/git.ts'
import { remoteHead } from '../../store/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { hasGit } from '../branch.ts'
import { stepsOf } from '../parts.ts'
import type { Held } from '../shelf.ts'
import { forgeFor, type PullRequest, repoOf } from './forge.ts'
import { remoteNamed } from './git-programs.ts'
import { publicationOf } from './plan.ts'
import { type Done, requirePlan, skipped } from './step.ts'

/** Opens the pull request, or finds the one that is open already; without a way to do it, says why. */
export async function openPullRequest(call: Call, held: Held): Promise<Done> {
  if (!hasGit(call)) return skipped('there is no git here')
  const pushed = stepsOf(held.type, held.state).find(({ action }) => action === 'push')
  if (pushed?.status !== 'completed') return skipped(`the branch was not pushed: ${pushed?.reason ?? 'no such step'}`)
  const { root } = call.workspace
  const remote = remoteNamed(root)
  const url = remote === undefined ? undefined : remoteUrl(root, remote)
  const repo = url === undefined ? undefined : repoOf(url)
  if (remote === undefined || repo === undefined) return skipped('the remote is on no forge')
  const forge = await forgeFor(call, repo)
  if (typeof forge === 'string') return skipped(forge)
  const { branch } = held.state.project
  const base = await remoteHead(root, remote, { signal: call.signal, env: call.env })
  const address = (await forge.find(branch)) ?? (await forge.create(requestFor(held, base)))
  return { status: 'completed', result: address, plan: { pull_request: address } }
}

function requestFor(held: Held, base: string | undefined): PullRequest {
  const { project } = held.state
  const plan = requirePlan(held)
  const { target } = publicationOf(held, plan)
  const lines = [
    project.description,
    '',
    `Published in [${target}](../blob/${encodeURI(project.branch)}/${encodeURI(target)}):`,
    '',
    ...plan.published.map(({ path }) => `- [${path}](../blob/${encodeURI(project.branch)}/${encodeURI(path)})`),
  ]
  const title = `${held.type.title}: ${project.description.split('\n')[0] || project.name}`.slice(0, 200)
  return { branch: project.branch, base, title, body: lines.join('\n') }
}
