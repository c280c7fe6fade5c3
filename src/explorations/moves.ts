import type { NextStep } from '../lifecycle/next-step.ts'
import { refuseFor } from '../lifecycle/reason.ts'
import { type Reason, refuse } from '../operation/errors.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/workspace-files.ts'
import { endApprovalRequests } from './artifacts/requests.ts'
import { briefAfter } from './brief/brief.ts'
import { freeArchive } from './cleanup.ts'
import * as contracts from './contracts.ts'
import { findEffect, isOurs, whyOutdated } from './finalize/effects.ts'
import { findUncommitted } from './finalize/git-steps.ts'
import { whyNotAsApproved } from './finalize/publish.ts'
import { requirePlan } from './finalize/step.ts'
import type { ProjectView } from './model.ts'
import { VOIDED } from './record/approval-log.ts'
import { commitStep, guardContextOf, requireProject } from './record/engine.ts'
import { type LoadedProject, readState } from './record/project-files.ts'
import { currentState, stepsHere } from './record/project-parts.ts'
import { type GuardContext, stepUndone, whyNotGuarded } from './rules/guards.ts'
import { applyTransition, chooseTransition } from './rules/machine.ts'
import { commandOf, isForward } from './rules/ways.ts'
import { stepAgainst } from './show/next-of-project.ts'
import { renderBrief, renderMove } from './show/render-project.ts'
import { viewProject, viewTransition } from './show/view-project.ts'
import { viewWithGit } from './show/view-with-git.ts'
import type { Transition, Trigger } from './types/model.ts'

export const advance = implement(() => contracts.advance, {
  async run(call, { event, list, dry_run, reason }) {
    if (list) return waysFrom(call)
    const way = { by: 'advance', event, reason } as const
    return dry_run ? wouldMove(call, way) : { ...(await moved(call, way)), moved: true }
  },
  render: renderMove,
})

export const complete = implement(() => contracts.complete, {
  async run(call, { dry_run }) {
    return dry_run ? wouldMove(call, { by: 'complete' }) : { ...(await moved(call, { by: 'complete' })), moved: true }
  },
  render: renderMove,
})

export const reopen = implement(() => contracts.reopen, {
  run: (call, { reason }) => moved(call, { by: 'reopen', reason }),
  render: renderBrief,
})

export const revise = implement(() => contracts.revise, {
  run: (call, { reason }) => moved(call, { by: 'revise', reason }),
  render: renderBrief,
})

export const abandon = implement(() => contracts.abandon, {
  run: (call, { reason }) => moved(call, { by: 'abandon', reason }),
  render: renderBrief,
})

interface MoveCause {
  readonly by: Trigger
  readonly event?: string | undefined
  readonly reason?: string | undefined
}

/** One transition with the brief of where it led. */
async function moved(call: Call, way: MoveCause): Promise<ProjectView> {
  const held = await moveProject(call, way)
  return { ...(await viewWithGit(call, held)), brief: await briefAfter(call, held) }
}

/** One transition, guarded and committed; `part` names it among those of one operation. */
export async function moveProject(call: Call, way: MoveCause, part?: string): Promise<LoadedProject> {
  await requireEffects(call, way)
  const order = { command: way.by, ...(part !== undefined && { part }) }
  const held = await commitStep(call, order, ({ held: { type, state }, sight, at, by, tx }) => {
    const transition = allowed(sight, way)
    const { event, to } = transition
    const from = state.statechart.current_state
    const next = applyTransition(type, state, transition, { at, by, reason: way.reason })
    const why = way.reason === undefined ? {} : { reason: way.reason }
    const summary = `${from} to ${to}`
    const logged = `${summary}${transition.voids_approvals === true ? VOIDED : ''}`
    const given = { state: next, summary, logged, event, from, to, ...why }
    // What was given up leaves the worktree free, with all that there is of it.
    return way.by === 'abandon' ? { ...given, archive: freeArchive(tx, state.project.name) } : given
  })
  if (currentState(held.type, held.state).terminal === true) endApprovalRequests(call)
  return held
}

/** Whoever leaves a checklist has done it: git is asked as well, which a guard inside the transaction could not. */
async function requireEffects(call: Call, { by, event }: MoveCause): Promise<void> {
  await call.store.settled()
  // A move that is sent again after it freed the worktree is answered from the journal.
  if (readState(filesOf(call)) === undefined) return
  const held = requireProject(call, filesOf(call))
  const sight = guardContextOf(call, held, filesOf(call))
  const transition = chooseTransition(sight, by, event)
  if (Array.isArray(transition) || whyNotGuarded(transition.guards ?? [], sight).length > 0) return
  if (transition.guards?.some(({ guard: name }) => name === 'steps_done') === true)
    refuseFor(await whyNotEffects(call, held, sight))
}

/** The first step that says it is done while git or the files say otherwise; only asked for where all of them say so. */
export async function findUndone(call: Call): Promise<Reason | undefined> {
  const held = await current(call)
  const steps = stepsHere(held.type, held.state)
  if (steps.length === 0 || steps.some(({ status }) => status === 'pending' || status === 'in_progress'))
    return undefined
  const [reason] = await whyNotEffects(call, held, guardContextOf(call, held, filesOf(call)))
  return reason
}

/** The step against what only git shows before the checklist is carried out: work that is not committed. */
export async function findStopping(call: Call): Promise<NextStep | undefined> {
  const held = await current(call)
  const reason = await findUncommitted(call, held)
  return reason === undefined ? undefined : stepAgainst(held.state, reason)
}

async function whyNotEffects(call: Call, held: LoadedProject, sight: GuardContext): Promise<Reason[]> {
  const done = stepsHere(held.type, held.state).filter(step => step.status === 'completed' && isOurs(step))
  const isChecked = held.type.publishes === undefined || done.some(({ action }) => action === 'publish')
  const reasons = isChecked ? whyNotAsApproved(held, requirePlan(held), { sight, files: filesOf(call) }) : []
  for (const step of done) {
    const effect = await findEffect(call, held, step)
    const why = effect.status === 'missing' ? effect.why : whyOutdated(effect, held.state.plan)
    if (why !== undefined) reasons.push(stepUndone(step, why))
  }
  return reasons
}

function allowed(sight: GuardContext, { by, event, reason }: MoveCause): Transition {
  const transition = chooseTransition(sight, by, event)
  if (Array.isArray(transition)) {
    refuseFor(transition)
    throw new Error('a move that is none has no reason')
  }
  refuseFor(whyNotGuarded(transition.guards ?? [], sight))
  if (!isForward(transition) && (reason ?? '').trim() === '')
    throw refuse('usage', `${transition.event} needs a reason.`, {
      target: 'reason',
      fix: commandOf(transition.by, 'more has to be found out'),
    })
  return transition
}

async function waysFrom(call: Call) {
  const held = await current(call)
  const view = viewOf(call, held)
  return { ...view, moved: false, ways: view.transitions }
}

/** The same refusal as the move itself would get, or the way that is open. */
async function wouldMove(call: Call, way: MoveCause) {
  await requireEffects(call, way)
  const held = await current(call)
  const sight = guardContextOf(call, held, filesOf(call))
  return { ...viewOf(call, held), moved: false, ways: [viewTransition(allowed(sight, way), sight)] }
}

async function current(call: Call): Promise<LoadedProject> {
  await call.store.settled()
  return requireProject(call, filesOf(call))
}

function viewOf(call: Call, held: LoadedProject): ProjectView {
  return viewProject(held, guardContextOf(call, held, filesOf(call)))
}
