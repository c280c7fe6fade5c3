import { refuseFor, viewReason } from '../../lifecycle/reason.ts'
import { blocked, type Reason, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesAt, filesOf } from '../../workspace/workspace-files.ts'
import type { PlanView, ProjectState, ProjectTask, PublicationPlan } from '../model.ts'
import { commitStep, guardContextOf, type ProjectCommand, requireProject } from '../record/engine.ts'
import { findProject } from '../record/find-project.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { currentState, mapTasks, stepsHere } from '../record/project-parts.ts'
import { requireNothingUnfinished } from '../recovery/unfinished.ts'
import { whyNotAllowed } from '../rules/machine.ts'
import { renderPlan } from '../show/render-project.ts'
import { viewProject } from '../show/view-project.ts'
import { changed } from '../tasks/task-rules.ts'
import * as contracts from './contracts.ts'
import { findEffect, isOurs, whyOutdated } from './effects.ts'
import { type PlanOptions, planWarnings, publicationOf, whyNotPublish, withOptions } from './finalize-plan.ts'
import { requireChecks } from './forge/checks.ts'
import { openIssue } from './forge/issues.ts'
import { markReady, openPullRequest } from './forge/pull-request.ts'
import { programLines } from './git-programs.ts'
import { commitPublished, pushBranch } from './git-steps.ts'
import { indexText } from './index-lines.ts'
import { publish, whyNotAsApproved } from './publish.ts'
import { fetchAhead } from './remote-ahead.ts'
import { requirePlan, type StepResult, settleFinalizeStep } from './step.ts'

export const plan = implement(() => contracts.plan, {
  async run(call, { project, ...options }) {
    const { held, root } = await findProject(call, project)
    return planView(call, held, { root, options, programs: await programLines(call, root) })
  },
  render: renderPlan,
})

export const finalize = implement(() => contracts.finalize, {
  async run(call, { apply, plan: only, ...options }) {
    await call.store.settled()
    if (apply && !only) await applyAll(call, options)
    const { held, root } = await findProject(call)
    return planView(call, held, { root, options, programs: await programLines(call, root) })
  },
  render: renderPlan,
})

/** What is left of the plan, one step after the other; each is committed before the next begins. */
export async function applyAll(call: Call, options: PlanOptions): Promise<void> {
  let held = requireProject(call, filesOf(call))
  refuseFor(whyNotAllowed(held.type, held.state, 'finalize'))
  await requireNothingUnfinished(call)
  if (options.as !== undefined || options.include_findings !== undefined) held = await choose(call, options)
  await requireNothingAhead(call, held)
  const ids = stepsHere(held.type, held.state).map(({ id }) => id)
  for (const [done, id] of ids.entries()) {
    const step = stepNamed(held, id)
    if (isWaiting(step)) return
    if (!(await isLeft(call, held, step))) continue
    call.progress({ message: step.name, done, total: ids.length })
    held = await carryOut(call, held, step)
  }
}

/** Before the commit takes the working folder off the branch: while git has it, the merge is one that git makes. */
async function requireNothingAhead(call: Call, held: LoadedProject): Promise<void> {
  const commit = stepsHere(held.type, held.state).find(({ action }) => action === 'commit')
  if (commit === undefined || !(await isLeft(call, held, commit))) return
  const reason = await fetchAhead(call, held)
  if (reason !== undefined) throw blocked([reason])
}

/** For somebody to do by hand, and not done: what comes after it waits. */
function isWaiting(step: ProjectTask): boolean {
  return !isOurs(step) && (step.status === 'pending' || step.status === 'in_progress')
}

/** What is done counts while its effect can be seen; what Furrow skipped is tried again, what a person skipped is not. */
async function isLeft(call: Call, held: LoadedProject, step: ProjectTask): Promise<boolean> {
  if (!isOurs(step) || (step.status === 'skipped' && step.skipped_by !== undefined)) return false
  if (step.status !== 'completed') return true
  const effect = await findEffect(call, held, step)
  return effect.status === 'missing' || whyOutdated(effect, held.state.plan) !== undefined
}

function stepNamed({ type, state }: LoadedProject, id: string): ProjectTask {
  const step = stepsHere(type, state).find(each => each.id === id)
  if (step === undefined) throw new Error(`the plan lost its step ${id}`)
  return step
}

async function choose(call: Call, options: PlanOptions): Promise<LoadedProject> {
  return commitStep(call, { command: 'finalize', ability: 'finalize', part: 'plan' }, ({ held, at }) => {
    const published = stepsHere(held.type, held.state).find(({ action }) => action === 'publish')
    const later = stepsHere(held.type, held.state).some(
      ({ action, status }) => action === 'commit' && status === 'completed',
    )
    if (later)
      throw refuse('blocked', 'The documents are committed already under their name.', {
        fix: shell`furrow agent revise --reason 'another name'`,
      })
    const again = mapTasks(held.state, task =>
      task.id === published?.id || task.action === 'index' ? changed(task, { status: 'pending' }, at) : task,
    )
    return { state: { ...again, plan: withOptions(requirePlan(held), options) }, summary: 'plan changed' }
  })
}

type Outside = (call: Call, held: LoadedProject, step: ProjectTask) => Promise<StepResult>

/** Steps that reach beyond our files: done first, then noted; done again, they find what they did. */
const OUTSIDE: Readonly<Record<string, Outside>> = {
  commit: commitPublished,
  push: pushBranch,
  issue: openIssue,
  pull_request: openPullRequest,
  draft_pull_request: openPullRequest,
  checks: requireChecks,
  ready_pull_request: markReady,
}

async function carryOut(call: Call, held: LoadedProject, step: ProjectTask): Promise<LoadedProject> {
  const order: ProjectCommand = { command: `finalize ${step.action}`, ability: 'finalize', part: step.id }
  const outside = OUTSIDE[step.action ?? '']
  if (outside !== undefined) {
    const files = filesOf(call)
    refuseFor(whyNotAsApproved(held, requirePlan(held), { sight: guardContextOf(call, held, files), files }))
    const done = await outside(call, held, step)
    if (done.status === 'skipped' && step.status === 'skipped' && step.reason === done.reason) return held
    return commitStep(call, order, now => settleFinalizeStep(now.held, step, { done, at: now.at }))
  }
  return commitStep(call, order, now => {
    const before = requirePlan(now.held)
    const next = step.action === 'publish' ? publish(now, before) : before
    const { target, index } = publicationOf(now.held, next)
    if (step.action === 'index') now.tx.write(index, indexText(now.held, before, now.tx))
    const done: StepResult = { status: 'completed', result: step.action === 'index' ? index : target, plan: next }
    return settleFinalizeStep(now.held, step, { done, at: now.at })
  })
}

interface PlanSource {
  readonly root: string
  readonly options: PlanOptions
  readonly programs: string[]
}

function planView(call: Call, held: LoadedProject, { root, options, programs }: PlanSource): PlanView {
  const files = filesAt(root)
  const sight = guardContextOf(call, held, files, root)
  const { steps, next, state } = viewProject(held, sight)
  const known = held.state.plan
  const draft: PublicationPlan = withOptions(known ?? draftPlan(held.state), options)
  const publication = publicationOf(held, draft)
  const publishing = currentState(held.type, held.state).allows?.includes('finalize') === true
  const isOpen = stepsHere(held.type, held.state).some(task => task.action === 'publish' && task.status !== 'completed')
  return {
    target: publication.target,
    folder: publication.folder,
    files: [...publication.files],
    steps: steps.length === 0 ? checklistOf(held, state) : steps,
    programs,
    warnings: planWarnings(publication, sight),
    reasons: [
      ...sight.problems().filter(({ code }) => code === 'git_unfinished'),
      ...(publishing && isOpen ? whyNotPublish(held, draft, { sight, files }) : []),
      ...(publishing ? waitingReasons(held) : []),
    ].map(viewReason),
    ...(known?.pull_request !== undefined && { pull_request: known.pull_request }),
    ...(known?.commit !== undefined && { commit: known.commit }),
    next,
  }
}

/** A step by hand whose turn it is: what comes after it waits until somebody has done it. */
function waitingReasons({ type, state }: LoadedProject): Reason[] {
  const next = stepsHere(type, state).find(({ status }) => status === 'pending' || status === 'in_progress')
  if (next === undefined || !isWaiting(next)) return []
  const message = `${next.id} (${next.name}) is done by hand; the steps after it wait for that`
  const fix = shell`furrow agent task update ${next.id} --status completed`
  return [{ code: 'manual_step', ids: [next.id], message, fix }]
}

/** Before the plan is fixed: what it would be today. */
function draftPlan({ project }: ProjectState): PublicationPlan {
  return { slug: project.name, month: project.updated_at.slice(0, 7), include_findings: false, published: [] }
}

function checklistOf({ type }: LoadedProject, state: string): PlanView['steps'] {
  const planned = Object.values(type.states).flatMap(({ checklist = [], phase = state }) =>
    checklist.map(({ action, name, optional }) => ({
      action,
      name: name.replaceAll('{{id}}', 'each').replaceAll('{{name}}', type.task),
      phase,
      ...(optional !== undefined && { optional }),
    })),
  )
  return planned.map((step, index) => ({ id: String(index + 1), status: 'pending' as const, refs: [], ...step }))
}
