import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { blocked, isRefused, type Reason, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { readInside } from '../../store/files/safe-open.ts'
import { gitPush } from '../../store/git/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { commitHere } from '../../workspace/commits/commit-here.ts'
import type { ProjectTask } from '../model.ts'
import { commitStep } from '../record/engine.ts'
import { type LoadedProject, PROJECT } from '../record/project-files.ts'
import { mapTasks, stepsHere } from '../record/project-parts.ts'
import { gitProblem } from '../recovery/problems.ts'
import { hasGit } from '../rules/branch.ts'
import { commitScope, findEffect, uncommittedEntries } from './effects.ts'
import { remoteNamed, whyNotPush } from './git-programs.ts'
import { notedFailure, pushFailureIn, pushReason, sayPushFailure } from './push-failure.ts'
import { fetchAhead } from './remote-ahead.ts'
import { requirePlan, type StepResult, skipped } from './step.ts'

/**
 * Commits what was published and takes the project's own folder off the branch, so that a merge carries no live project.
 * After a crash the commit that is there already is found.
 */
export async function commitPublished(call: Call, held: LoadedProject, step: ProjectTask): Promise<StepResult> {
  if (!hasGit(call)) return skipped('there is no git here')
  const { root } = call.workspace
  const plan = requirePlan(held)
  requireBranch(call, held)
  if (held.type.publishes === undefined) return commitRemoval(call, held, step)
  for (const { path, content } of plan.published) verify(root, path, content)
  const found = await findEffect(call, held, step)
  if (found.status === 'completed') return found
  const message = `docs: publish ${held.state.project.name}`
  const request = { message, ...(await commitScope(call, held, plan)) }
  return madeOnce(call, { held, step }, () => commitHere(call, request))
}

/** Where the work itself is merged, Furrow commits nothing of it: it takes its own folder off the branch. */
async function commitRemoval(call: Call, held: LoadedProject, step: ProjectTask): Promise<StepResult> {
  const open = await whyNotCommitted(call, held, step)
  if (open.length > 0) throw blocked(open)
  const found = await findEffect(call, held, step)
  if (found.status === 'completed') return found
  const message = `chore: take ${held.state.project.name} off the branch`
  return madeOnce(call, { held, step }, () => commitHere(call, { message, paths: [], removes: [PROJECT] }))
}

interface EffectOfStep {
  readonly held: LoadedProject
  readonly step: ProjectTask
}

/** Where another call makes the same commit at the same moment, what it made counts. */
async function madeOnce(call: Call, { held, step }: EffectOfStep, commit: () => Promise<unknown>): Promise<StepResult> {
  try {
    await commit()
  } catch (error) {
    if (!isRefused(error) || error.code !== 'failed') throw error
    const found = await awaitEffect(call, { held, step }, error.target?.endsWith('.lock') === true)
    if (found.status !== 'completed') throw error
    return found
  }
  return requireEffect(call, held, step)
}

const MOST_LOOKS = 10
const BETWEEN_LOOKS_MS = 300

/** A lock may be that of a git which is at work on the same commit: it gets a moment to end. */
async function awaitEffect(call: Call, { held, step }: EffectOfStep, isLocked: boolean) {
  for (let look = 1; ; look += 1) {
    const found = await findEffect(call, held, step)
    if (found.status === 'completed' || !isLocked || look === MOST_LOOKS) return found
    await setTimeout(BETWEEN_LOOKS_MS, undefined, { signal: call.signal })
  }
}

/** What the worktree holds besides the last commit, with the command that comes next: to stage it, or to commit it. */
async function whyNotCommitted(
  call: Call,
  { state: { project } }: LoadedProject,
  { id, name }: ProjectTask,
): Promise<Reason[]> {
  const entries = await uncommittedEntries(call)
  if (entries.length === 0) return []
  const files = entries.map(({ path }) => path)
  const unstaged = entries.filter(({ code }) => code[1] !== ' ').map(({ path }) => path)
  const listed = files.slice(0, 5).join(', ')
  const more = files.length > 5 ? ` and ${files.length - 5} more` : ''
  const [subject = project.name] = project.description.split('\n')
  const message = `${name}: ${listed}${more} ${files.length === 1 ? 'is' : 'are'} not committed; commit the work, or ignore what does not belong to it`
  const fix = unstaged.length > 0 ? shell`git add -- ${unstaged}` : shell`git commit --message ${subject}`
  return [{ code: 'uncommitted', ids: [id], message, fix }]
}

/** The same, where the step that commits is next; only asked for where git may be started. */
export async function findUncommitted(call: Call, held: LoadedProject): Promise<Reason | undefined> {
  const { type, state } = held
  if (type.publishes !== undefined || !hasGit(call)) return undefined
  const next = stepsHere(type, state).find(({ status }) => status === 'pending' || status === 'in_progress')
  if (next?.action !== 'commit') return undefined
  const [reason] = await whyNotCommitted(call, held, next)
  return reason
}

/** Pushes the branch, fast-forward only. */
export async function pushBranch(call: Call, held: LoadedProject, step: ProjectTask): Promise<StepResult> {
  const plan = requirePlan(held)
  if (plan.commit === undefined) return skipped('nothing was committed')
  const { root } = call.workspace
  const remote = remoteNamed(root)
  if (remote === undefined) return skipped('there is no remote')
  const branch = requireBranch(call, held)
  const found = await findEffect(call, held, step)
  if (found.status === 'completed') return found
  const reason = await whyNotPush(call, remote)
  if (reason !== undefined) throw unpushed(held, step, { remote, reason })
  await pushNoted(call, { held, step }, { remote, branch })
  return requireEffect(call, held, step)
}

/** A push that fails is kept with the step, so that the next step is one that helps. */
async function pushNoted(
  call: Call,
  { held, step }: { held: LoadedProject; step: ProjectTask },
  pushing: { remote: string; branch: string },
): Promise<void> {
  try {
    await gitPush(call.workspace.root, pushing, { signal: call.signal, env: call.env })
  } catch (error) {
    const failure = pushFailureIn(error)
    if (failure === undefined || !isRefused(error)) throw error
    // Somebody else pushed the same at the same moment.
    if ((await findEffect(call, held, step)).status === 'completed') return
    const failed = notedFailure(call, pushing, failure)
    if (!isDeepStrictEqual(step.failed, failed))
      await commitStep(
        call,
        { command: 'finalize push', ability: 'finalize', part: `${step.id}-failed` },
        ({ held: now }) => ({
          state: mapTasks(now.state, task => (task.id === step.id ? { ...task, status: 'pending', failed } : task)),
          summary: `${step.name}: ${sayPushFailure(failure, pushing)}`,
        }),
      )
    const ahead = failure === 'ahead' ? await fetchAhead(call, held) : undefined
    const reason = ahead ?? pushReason(step, failure, pushing)
    throw blocked([{ ...reason, message: `${reason.message} (${error.message})` }])
  }
}

/** What was just done is looked at like everything else. */
async function requireEffect(call: Call, held: LoadedProject, step: ProjectTask): Promise<StepResult> {
  const found = await findEffect(call, held, step)
  if (found.status === 'completed') return found
  throw refuse('failed', `${step.name}: ${found.why}.`, { target: step.id, fix: shell`furrow agent finalize --apply` })
}

/** A push that Furrow does not make is no reason to end without it: somebody pushes, or a person skips it. */
function unpushed(
  { state: { project } }: LoadedProject,
  { id, name }: ProjectTask,
  { remote, reason }: { remote: string; reason: string },
) {
  return refuse(
    'blocked',
    `${name} (${id}): ${reason}. After \`git push ${remote} ${project.branch}\` it counts as done.`,
    {
      target: remote,
      fix: shell`furrow explore skip ${id} --reason ${reason}`,
    },
  )
}

/** Commits and pushes only where the project lives. */
function requireBranch(call: Call, held: LoadedProject): string {
  const { branch } = held.state.project
  const [problem] = gitProblem(call, held)
  if (problem === undefined) return branch
  throw refuse('blocked', problem.message, { target: branch, fix: problem.fix })
}

function verify(root: string, file: string, content: string): void {
  const bytes = readInside(root, file)
  if (bytes !== undefined && revisionOf(bytes) === content) return
  throw refuse('conflict', `${file} is not what was published; it was not committed.`, {
    target: file,
    fix: shell`furrow agent revise --reason 'a published document was changed'`,
  })
}
