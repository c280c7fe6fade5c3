import { isRefused } from '../../operation/errors.ts'
import { gitLog, gitStatus, type StatusEntry } from '../../store/git/git.ts'
import { commitAt, committedFiles, isAncestor, isCommitted, remoteHead } from '../../store/git/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { ProjectTask, PublicationPlan } from '../model.ts'
import { type LoadedProject, PROJECT } from '../record/project-files.ts'
import { hasGit } from '../rules/branch.ts'
import { publicationOf } from './finalize-plan.ts'
import { requireChecks } from './forge/checks.ts'
import { notedIssue, openedIssue } from './forge/issues.ts'
import { findPullRequest, findReady } from './forge/pull-request.ts'
import { remoteNamed } from './git-programs.ts'
import type { StepResult } from './step.ts'
import { missingInFiles } from './written.ts'

/** What a step was to bring about: there, with what the plan notes of it, or what is missing of it. */
export type FoundEffect =
  | Extract<StepResult, { status: 'completed' }>
  | { readonly status: 'missing'; readonly why: string }

/** Whether this step is one that Furrow carries out, so that its effect can be looked at. */
export function isOurs({ action }: ProjectTask): boolean {
  return action !== undefined && action !== 'manual'
}

/** Looks for the effect of a step; a status in `state.yaml` proves nothing. */
export async function findEffect(call: Call, held: LoadedProject, step: ProjectTask): Promise<FoundEffect> {
  const why = missingInFiles(held, step, filesOf(call))
  if (why !== undefined) return missing(why)
  const { plan } = held.state
  if (plan === undefined) return missing('there is no plan')
  const find = OUTSIDE[step.action ?? '']
  if (find !== undefined) return find(call, held, { plan, step })
  return there(step.action === 'index' ? publicationOf(held, plan).index : publicationOf(held, plan).target)
}

interface EffectQuery {
  readonly plan: PublicationPlan
  readonly step: ProjectTask
}

type Find = (call: Call, held: LoadedProject, looking: EffectQuery) => Promise<FoundEffect>

/** What reaches beyond our files is looked for where it is: in git, or on the forge. */
const OUTSIDE: Readonly<Record<string, Find>> = {
  commit: (call, held, { plan }) => (held.type.publishes === undefined ? findHead(call) : findCommit(call, held, plan)),
  push: (call, held, { plan }) => findPushed(call, held, plan),
  pull_request: (call, held, { plan }) => findOpened(call, held, plan),
  draft_pull_request: (call, held, { plan }) => findOpened(call, held, plan),
  ready_pull_request: async (call, held, { plan }) => {
    const { ready, pull_request: url } = plan
    return ready !== undefined && ready === url ? there(ready) : asEffect(await findReady(call, held))
  },
  checks: (call, held, { step }) => findChecked(call, held, step),
  issue: async (call, held, { plan, step }) => {
    const noted = notedIssue(plan, step)
    return noted === undefined ? asEffect(await openedIssue(call, held, step)) : there(noted.url)
  },
}

/** A step that is done, while the branch or the forge has gone on since. */
export function whyOutdated(effect: FoundEffect, plan: PublicationPlan | undefined): string | undefined {
  if (effect.status === 'missing' || effect.plan?.commit === undefined || plan?.commit === undefined) return undefined
  return effect.plan.commit === plan.commit ? undefined : `commit ${effect.plan.commit.slice(0, 10)} came after it`
}

function asEffect(found: Extract<StepResult, { status: 'completed' }> | string): FoundEffect {
  return typeof found === 'string' ? missing(found) : found
}

/** Asked each time: checks begin late, run again and fail after they had passed. */
async function findChecked(call: Call, held: LoadedProject, step: ProjectTask): Promise<FoundEffect> {
  try {
    const done = await requireChecks(call, held, step)
    return done.status === 'completed' ? done : missing(done.reason)
  } catch (error) {
    if (!isRefused(error) || error.code !== 'blocked') throw error
    return missing(error.message)
  }
}

/** Where the work itself is what is merged: all of it is committed, and the project's folder is not part of it. */
async function findHead(call: Call): Promise<FoundEffect> {
  if (!hasGit(call)) return missing('there is no git here')
  const { root } = call.workspace
  const options = { signal: call.signal, env: call.env }
  const open = await uncommitted(call)
  if (open.length > 0)
    return missing(`${open.slice(0, 3).join(', ')} ${open.length === 1 ? 'is' : 'are'} not committed`)
  if ((await committedFiles(root, [PROJECT], options)).length > 0)
    return missing(`the last commit still holds ${PROJECT}`)
  const head = await commitAt(root, 'HEAD', options)
  if (head === undefined) return missing('there is no commit yet')
  return { status: 'completed', result: `commit ${head.slice(0, 10)}`, plan: { commit: head } }
}

/** What is changed in the worktree besides Furrow's own files. */
export async function uncommitted(call: Call): Promise<string[]> {
  return (await uncommittedEntries(call)).map(({ path }) => path)
}

export async function uncommittedEntries(call: Call): Promise<StatusEntry[]> {
  const entries = await gitStatus(call.workspace.root, { signal: call.signal })
  return entries.filter(({ path }) => !path.startsWith('.sow/'))
}

/** The paths of the finalization commit: what it holds, and what it takes off the branch. */
export async function commitScope(
  call: Call,
  held: LoadedProject,
  plan: PublicationPlan,
): Promise<{ paths: string[]; removes: string[] }> {
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

async function findCommit(call: Call, held: LoadedProject, plan: PublicationPlan): Promise<FoundEffect> {
  if (!hasGit(call)) return missing('there is no git here')
  const { root } = call.workspace
  const options = { signal: call.signal, env: call.env }
  const { paths, removes } = await commitScope(call, held, plan)
  if (!(await isCommitted(root, paths, options))) return missing('the published documents are not committed')
  if (removes.length > 0) return missing(`the last commit still holds ${removes.join(', ')}`)
  const [commit] = await gitLog(root, { limit: 1, paths }, options)
  const hash = commit?.hash ?? ''
  return { status: 'completed', result: `commit ${hash.slice(0, 10)}`, plan: { commit: hash } }
}

async function findPushed(call: Call, held: LoadedProject, { commit }: PublicationPlan): Promise<FoundEffect> {
  const { root } = call.workspace
  const options = { signal: call.signal, env: call.env }
  const remote = hasGit(call) ? remoteNamed(root) : undefined
  if (commit === undefined || remote === undefined)
    return missing(commit === undefined ? 'nothing was committed' : 'there is no remote')
  const { branch } = held.state.project
  for (const name of [branch, await remoteHead(root, remote, options), ...DEFAULTS]) {
    const known = name === undefined ? undefined : await commitAt(root, `refs/remotes/${remote}/${name}`, options)
    if (known !== undefined && (await isAncestor(root, { commit, of: known }, options)))
      return there(`${remote}/${name}`)
  }
  return missing(`${remote}/${branch} does not have commit ${commit.slice(0, 10)}`)
}

/** What was merged counts as pushed, whatever became of its branch. */
const DEFAULTS = ['main', 'master'] as const

/** One that is noted was opened or found by us; it may be merged and closed since. */
async function findOpened(
  call: Call,
  held: LoadedProject,
  { pull_request: noted }: PublicationPlan,
): Promise<FoundEffect> {
  if (noted !== undefined) return there(noted)
  const found = await findPullRequest(call, held)
  return typeof found === 'string' ? missing(found) : found
}

function there(result: string): FoundEffect {
  return { status: 'completed', result }
}

function missing(why: string): FoundEffect {
  return { status: 'missing', why }
}
