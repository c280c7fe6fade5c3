import { guard, viewReason } from '../../lifecycle/reason.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesAt, filesOf } from '../../workspace/files.ts'
import { commit, hold, type Order, sightOf } from '../engine.ts'
import { findProject } from '../find.ts'
import { whyNotAllowed } from '../machine.ts'
import type { Plan, PlanView, ProjectState, Task } from '../model.ts'
import { currentState, mapTasks, stepsOf } from '../parts.ts'
import { renderPlan } from '../render.ts'
import type { Held } from '../shelf.ts'
import { changed } from '../tasks/rules.ts'
import { viewProject } from '../view.ts'
import * as contracts from './contracts.ts'
import { findEffect, isOurs } from './effects.ts'
import { programLines } from './git-programs.ts'
import { commitPublished, pushBranch } from './git-steps.ts'
import { indexText } from './index-lines.ts'
import { type PlanOptions, planWarnings, publicationOf, whyNotPublish, withOptions } from './plan.ts'
import { publish, whyNotAsApproved } from './publish.ts'
import { openPullRequest } from './pull-request.ts'
import { type Done, requirePlan, settle } from './step.ts'

export const plan = implement(contracts.plan, {
  async run(call, { project, ...options }) {
    const { held, root } = await findProject(call, project)
    return planView(call, held, { root, options, programs: await programLines(call, root) })
  },
  render: renderPlan,
})

export const finalize = implement(contracts.finalize, {
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
  let held = hold(call, filesOf(call))
  guard(whyNotAllowed(held.type, held.state, 'finalize'))
  if (options.as !== undefined || options.include_findings !== undefined) held = await choose(call, options)
  const ids = stepsOf(held.type, held.state).map(({ id }) => id)
  for (const [done, id] of ids.entries()) {
    const step = stepNamed(held, id)
    if (isWaiting(step)) return
    if (!(await isLeft(call, held, step))) continue
    call.progress({ message: step.name, done, total: ids.length })
    held = await carryOut(call, held, step)
  }
}

/** For somebody to do by hand, and not done: what comes after it waits. */
function isWaiting(step: Task): boolean {
  return !isOurs(step) && (step.status === 'pending' || step.status === 'in_progress')
}

/** What is done counts while its effect can be seen; what Furrow skipped is tried again, what a person skipped is not. */
async function isLeft(call: Call, held: Held, step: Task): Promise<boolean> {
  if (!isOurs(step) || (step.status === 'skipped' && step.skipped_by !== undefined)) return false
  return step.status !== 'completed' || (await findEffect(call, held, step)).status === 'missing'
}

function stepNamed({ type, state }: Held, id: string): Task {
  const step = stepsOf(type, state).find(each => each.id === id)
  if (step === undefined) throw new Error(`the plan lost its step ${id}`)
  return step
}

async function choose(call: Call, options: PlanOptions): Promise<Held> {
  return commit(call, { command: 'finalize', ability: 'finalize', part: 'plan' }, ({ held, at }) => {
    const published = stepsOf(held.type, held.state).find(({ action }) => action === 'publish')
    const later = stepsOf(held.type, held.state).some(
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

type Outside = (call: Call, held: Held, step: Task) => Promise<Done>

/** Steps that reach beyond our files: done first, then noted; done again, they find what they did. */
const OUTSIDE: Readonly<Record<string, Outside>> = {
  commit: commitPublished,
  push: pushBranch,
  pull_request: openPullRequest,
}

async function carryOut(call: Call, held: Held, step: Task): Promise<Held> {
  const order: Order = { command: `finalize ${step.action}`, ability: 'finalize', part: step.id }
  const outside = OUTSIDE[step.action ?? '']
  if (outside !== undefined) {
    const files = filesOf(call)
    guard(whyNotAsApproved(held, requirePlan(held), { sight: sightOf(call, held, files), files }))
    const done = await outside(call, held, step)
    if (done.status === 'skipped' && step.status === 'skipped' && step.reason === done.reason) return held
    return commit(call, order, now => settle(now.held, step, { done, at: now.at }))
  }
  return commit(call, order, now => {
    const before = requirePlan(now.held)
    const next = step.action === 'publish' ? publish(now, before) : before
    const { target, index } = publicationOf(now.held, next)
    if (step.action === 'index') now.tx.write(index, indexText(now.held, before, now.tx))
    const done: Done = { status: 'completed', result: step.action === 'index' ? index : target, plan: next }
    return settle(now.held, step, { done, at: now.at })
  })
}

interface PlanSource {
  readonly root: string
  readonly options: PlanOptions
  readonly programs: string[]
}

function planView(call: Call, held: Held, { root, options, programs }: PlanSource): PlanView {
  const files = filesAt(root)
  const sight = sightOf(call, held, files, root)
  const { steps, next, state } = viewProject(held, sight)
  const known = held.state.plan
  const draft: Plan = withOptions(known ?? draftPlan(held.state), options)
  const publication = publicationOf(held, draft)
  const publishing = currentState(held.type, held.state).allows?.includes('finalize') === true
  const isOpen = stepsOf(held.type, held.state).some(task => task.action === 'publish' && task.status !== 'completed')
  return {
    target: publication.target,
    folder: publication.folder,
    files: [...publication.files],
    steps: steps.length === 0 ? checklistOf(held, state) : steps,
    programs,
    warnings: planWarnings(publication, sight),
    reasons: publishing && isOpen ? whyNotPublish(held, draft, { sight, files }).map(viewReason) : [],
    ...(known?.pull_request !== undefined && { pull_request: known.pull_request }),
    ...(known?.commit !== undefined && { commit: known.commit }),
    next,
  }
}

/** Before the plan is fixed: what it would be today. */
function draftPlan({ project }: ProjectState): Plan {
  return { slug: project.name, month: project.updated_at.slice(0, 7), include_findings: false, published: [] }
}

function checklistOf({ type }: Held, state: string): PlanView['steps'] {
  const planned = Object.values(type.states).flatMap(({ checklist = [], phase = state }) =>
    checklist.map(({ action, name, optional }) => ({
      action,
      name,
      phase,
      ...(optional !== undefined && { optional }),
    })),
  )
  return planned.map((step, index) => ({ id: String(index + 1), status: 'pending' as const, refs: [], ...step }))
}
