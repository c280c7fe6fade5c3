import { guard } from '../lifecycle/reason.ts'
import { type Reason, refuse } from '../operation/errors.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/files.ts'
import { VOIDED } from './approval-log.ts'
import { endApprovalRequests } from './artifacts/requests.ts'
import { briefAfter } from './brief/brief.ts'
import { freeArchive } from './cleanup.ts'
import * as contracts from './contracts.ts'
import { commit, hold, sightOf } from './engine.ts'
import { findEffect, isOurs } from './finalize/effects.ts'
import { whyNotAsApproved } from './finalize/publish.ts'
import { requirePlan } from './finalize/step.ts'
import { type Sight, stepUndone, whyNot } from './guards.ts'
import { chooseTransition, follow } from './machine.ts'
import type { ProjectView } from './model.ts'
import { currentState, stepsOf } from './parts.ts'
import { renderBrief, renderMove } from './render.ts'
import { type Held, readState } from './shelf.ts'
import type { Transition, Trigger } from './types/model.ts'
import { viewProject, viewTransition } from './view.ts'
import { commandOf, isForward } from './ways.ts'

export const advance = implement(contracts.advance, {
  async run(call, { event, list, dry_run, reason }) {
    if (list) return waysFrom(call)
    const way = { by: 'advance', event, reason } as const
    return dry_run ? wouldMove(call, way) : { ...(await moved(call, way)), moved: true }
  },
  render: renderMove,
})

export const complete = implement(contracts.complete, {
  async run(call, { dry_run }) {
    return dry_run ? wouldMove(call, { by: 'complete' }) : { ...(await moved(call, { by: 'complete' })), moved: true }
  },
  render: renderMove,
})

export const reopen = implement(contracts.reopen, {
  run: (call, { reason }) => moved(call, { by: 'reopen', reason }),
  render: renderBrief,
})

export const revise = implement(contracts.revise, {
  run: (call, { reason }) => moved(call, { by: 'revise', reason }),
  render: renderBrief,
})

export const abandon = implement(contracts.abandon, {
  run: (call, { reason }) => moved(call, { by: 'abandon', reason }),
  render: renderBrief,
})

interface Way {
  readonly by: Trigger
  readonly event?: string | undefined
  readonly reason?: string | undefined
}

/** One transition with the brief of where it led. */
async function moved(call: Call, way: Way): Promise<ProjectView> {
  const held = await move(call, way)
  return { ...viewOf(call, held), brief: await briefAfter(call, held) }
}

/** One transition, guarded and committed; `part` names it among those of one operation. */
export async function move(call: Call, way: Way, part?: string): Promise<Held> {
  await requireEffects(call, way)
  const order = { command: way.by, ...(part !== undefined && { part }) }
  const held = await commit(call, order, ({ held: { type, state }, sight, at, tx }) => {
    const transition = allowed(sight, way)
    const { event, to } = transition
    const from = state.statechart.current_state
    const next = follow(type, state, transition, { at, reason: way.reason })
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
async function requireEffects(call: Call, { by, event }: Way): Promise<void> {
  await call.store.settled()
  // A move that is sent again after it freed the worktree is answered from the journal.
  if (readState(filesOf(call)) === undefined) return
  const held = hold(call, filesOf(call))
  const sight = sightOf(call, held, filesOf(call))
  const transition = chooseTransition(sight, by, event)
  if (Array.isArray(transition) || whyNot(transition.guards ?? [], sight).length > 0) return
  if (transition.guards?.some(({ guard: name }) => name === 'steps_done') === true)
    guard(await whyNotEffects(call, held, sight))
}

/** The first step that says it is done while git or the files say otherwise; only asked for where all of them say so. */
export async function findUndone(call: Call): Promise<Reason | undefined> {
  const held = await current(call)
  const steps = stepsOf(held.type, held.state)
  if (steps.length === 0 || steps.some(({ status }) => status === 'pending' || status === 'in_progress'))
    return undefined
  const [reason] = await whyNotEffects(call, held, sightOf(call, held, filesOf(call)))
  return reason
}

async function whyNotEffects(call: Call, held: Held, sight: Sight): Promise<Reason[]> {
  const done = stepsOf(held.type, held.state).filter(step => step.status === 'completed' && isOurs(step))
  const isPublished = done.some(({ action }) => action === 'publish')
  const reasons = isPublished ? whyNotAsApproved(held, requirePlan(held), { sight, files: filesOf(call) }) : []
  for (const step of done) {
    const effect = await findEffect(call, held, step)
    if (effect.status === 'missing') reasons.push(stepUndone(step, effect.why))
  }
  return reasons
}

function allowed(sight: Sight, { by, event, reason }: Way): Transition {
  const transition = chooseTransition(sight, by, event)
  if (Array.isArray(transition)) {
    guard(transition)
    throw new Error('a move that is none has no reason')
  }
  guard(whyNot(transition.guards ?? [], sight))
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
async function wouldMove(call: Call, way: Way) {
  await requireEffects(call, way)
  const held = await current(call)
  const sight = sightOf(call, held, filesOf(call))
  return { ...viewOf(call, held), moved: false, ways: [viewTransition(allowed(sight, way), sight)] }
}

async function current(call: Call): Promise<Held> {
  await call.store.settled()
  return hold(call, filesOf(call))
}

function viewOf(call: Call, held: Held): ProjectView {
  return viewProject(held, sightOf(call, held, filesOf(call)))
}
