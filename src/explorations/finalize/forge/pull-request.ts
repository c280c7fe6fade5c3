import { remoteUrl } from '../../../store/git/git.ts'
import { remoteHead } from '../../../store/git/git-write.ts'
import type { Call } from '../../../workspace/call.ts'
import type { ProjectTask } from '../../model.ts'
import type { LoadedProject } from '../../record/project-files.ts'
import { artifactsOf, reviewOf, stepsHere, topicsOf } from '../../record/project-parts.ts'
import { hasGit } from '../../rules/branch.ts'
import { publicationOf } from '../finalize-plan.ts'
import { remoteNamed } from '../git-programs.ts'
import { requirePlan, type StepResult, skipped } from '../step.ts'
import { type Forge, forgeFor, type OpenPullRequest, type PullRequest, repoOf } from './forge.ts'
import { issueMark } from './mark.ts'

/** Opens the pull request, or finds the one that is open already; without a way to do it, says why. */
export async function openPullRequest(call: Call, held: LoadedProject, step: ProjectTask): Promise<StepResult> {
  const place = await placeToOpen(call, held)
  if (typeof place === 'string') return skipped(place)
  const open = await place.forge.find(held.state.project.branch)
  if (open !== undefined) return foundIn(held, open)
  const base = await remoteHead(call.workspace.root, place.remote, { signal: call.signal, env: call.env })
  const draft = step.action === 'draft_pull_request'
  return opened(await place.forge.create({ ...requestFor(held, base), ...(draft && { draft }) }))
}

/** Takes the draft back; one that is none any more stays as it is. */
export async function markReady(call: Call, held: LoadedProject): Promise<StepResult> {
  const place = await placeToOpen(call, held)
  if (typeof place === 'string') return skipped(place)
  const { pull_request: url } = requirePlan(held)
  if (url === undefined) return skipped('no pull request was opened')
  await place.forge.markReady(held.state.project.branch)
  return { status: 'completed', result: url, plan: { ready: url } }
}

/** Where the branch was pushed to, and how to ask there; or why not. */
export async function placeToOpen(call: Call, held: LoadedProject): Promise<ForgePlace | string> {
  const pushed = stepsHere(held.type, held.state).find(({ action }) => action === 'push')
  if (!hasGit(call)) return 'there is no git here'
  if (pushed?.status !== 'completed') return `the branch was not pushed: ${pushed?.reason ?? 'no such step'}`
  const { result } = pushed
  if (result?.endsWith(`/${held.state.project.branch}`) === false) return `${result} has the commit already`
  return forgeOf(call)
}

/** The pull request that is open for the branch, or why none can be seen. */
export async function findPullRequest(
  call: Call,
  held: LoadedProject,
): Promise<Extract<StepResult, { status: 'completed' }> | string> {
  const place = hasGit(call) ? await forgeOf(call) : 'there is no git here'
  if (typeof place === 'string') return place
  const { branch } = held.state.project
  const open = await place.forge.find(branch)
  return open === undefined ? `no pull request is open for ${branch}` : foundIn(held, open)
}

/** Whether the pull request is a draft no longer. */
export async function findReady(
  call: Call,
  held: LoadedProject,
): Promise<Extract<StepResult, { status: 'completed' }> | string> {
  const place = hasGit(call) ? await forgeOf(call) : 'there is no git here'
  if (typeof place === 'string') return place
  const { branch } = held.state.project
  const open = await place.forge.find(branch)
  if (open === undefined) return `no pull request is open for ${branch}`
  return open.draft === false
    ? { status: 'completed', result: open.url, plan: { ready: open.url } }
    : `${open.url} is a draft`
}

interface ForgePlace {
  readonly forge: Forge
  readonly remote: string
}

async function forgeOf(call: Call): Promise<ForgePlace | string> {
  const { root } = call.workspace
  const remote = remoteNamed(root)
  const url = remote === undefined ? undefined : remoteUrl(root, remote)
  const repo = url === undefined ? undefined : repoOf(url)
  if (remote === undefined || repo === undefined) return 'the remote is not on a forge'
  const forge = await forgeFor(call, repo)
  return typeof forge === 'string' ? forge : { forge, remote }
}

/** One that names our document is ours; another one, of earlier work on the same branch, is shared and said to be. */
function foundIn(held: LoadedProject, { url, body }: OpenPullRequest) {
  const { target } = publicationOf(held, requirePlan(held))
  const ours = target === '' ? issueMark(held) : target
  const says = target === '' ? 'it does not name this project' : `it does not name ${target}`
  return body?.includes(ours) === false ? opened(url, `${url} (shared: ${says})`) : opened(url)
}

function opened(url: string, result = url) {
  return { status: 'completed', result, plan: { pull_request: url } } as const
}

function requestFor(held: LoadedProject, base: string | undefined): PullRequest {
  const { project } = held.state
  const isPublished = held.type.publishes !== undefined
  const lines = [
    project.description,
    '',
    ...(isPublished ? publishedLines(held) : workLines(held)),
    ...issueLines(held),
    ...(isPublished ? [] : ['', issueMark(held)]),
  ]
  const [first] = project.description.split('\n')
  const subject = first || project.name
  const title = isPublished ? `${held.type.title}: ${subject}` : subject
  return { branch: project.branch, base, title: title.slice(0, 200), body: lines.join('\n') }
}

function publishedLines(held: LoadedProject): string[] {
  const { branch } = held.state.project
  const plan = requirePlan(held)
  const { target } = publicationOf(held, plan)
  const link = (path: string) => `[${path}](../blob/${encodeURI(branch)}/${encodeURI(path)})`
  const more = plan.published.filter(({ path }) => path !== target).map(({ path }) => `- ${link(path)}`)
  return [`Published in ${link(target)}${more.length === 0 ? '.' : ':'}`, ...(more.length === 0 ? [] : ['', ...more])]
}

/** What was done and what the review said of it, where no document is published. */
function workLines({ type, state }: LoadedProject): string[] {
  const tasks = topicsOf(type, state).filter(({ status }) => status === 'completed')
  const review = reviewOf(type, state)?.approval
  const rounds = artifactsOf(state).filter(({ approval }) => approval?.verdict !== undefined).length
  return [
    ...tasks.map(({ name, outcome }) => `- ${name}${outcome === undefined ? '' : `: ${outcome.replace(/\s+/g, ' ')}`}`),
    ...(review?.verdict === undefined
      ? []
      : [
          '',
          `${VERDICT_WORDS[review.verdict]} by ${review.by}, after ${rounds === 1 ? 'one review' : `${rounds} reviews`}.`,
        ]),
  ]
}

const VERDICT_WORDS = { pass: 'Passed', fail: 'Failed' } as const

function issueLines({ state }: LoadedProject): string[] {
  const issues = state.plan?.issues ?? []
  return issues.length === 0 ? [] : ['', `Issues: ${issues.map(({ number }) => `#${number}`).join(', ')}`]
}
