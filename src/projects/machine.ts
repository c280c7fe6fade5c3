import type { Reason } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { type Sight, whyNot } from './guards.ts'
import type { Phase, ProjectState, Task } from './model.ts'
import { currentState, mapArtifacts, mapPhases, placed, stepsOf, withPhase } from './parts.ts'
import type { Ability, ProjectType, Step, Transition, Trigger } from './types/model.ts'
import { isForward, leaving, wayTo } from './ways.ts'

/** The machine as pure functions: what may be done here, where one may go, and what a move makes of a project. */
export function whyNotAllowed(type: ProjectType, state: ProjectState, ability: Ability): Reason[] {
  const here = currentState(type, state)
  if (here.allows?.includes(ability) === true) return []
  const name = state.statechart.current_state
  const message = here.refuses?.[ability] ?? `${VERBS[ability]} does not belong in ${name} state`
  return [{ code: 'not_in_state', ids: [name], message, fix: wayTo(type, name, ability) }]
}

const VERBS: Readonly<Record<Ability, string>> = {
  'task.create': 'adding tasks',
  'task.update': 'changing tasks',
  'task.delete': 'deleting tasks',
  'artifact.add': 'adding artifacts',
  'artifact.approve': 'approving artifacts',
  'artifact.reject': 'rejecting artifacts',
  'artifact.remove': 'removing artifacts',
  note: 'adding notes',
  'step.update': 'changing finalization steps',
  finalize: 'finalizing',
}

/** The way that a command means here, or why there is none. An event tells apart what one command could mean. */
export function chooseTransition(sight: Sight, by: Trigger, event?: string): Transition | Reason[] {
  const { type, state } = sight
  const named = leaving(type, state).filter(transition => event === undefined || transition.event === event)
  const ways = event === undefined ? named.filter(transition => transition.by === by) : named
  const [only] = ways
  if (only !== undefined && ways.length === 1) return only
  const open = ways.filter(way => whyNot(way.guards ?? [], sight).length === 0)
  const [first] = open
  if (first !== undefined && open.length === 1) return first
  return [only === undefined ? noWay(sight, by, event) : several(ways)]
}

function noWay({ type, state }: Sight, by: Trigger, event: string | undefined): Reason {
  const name = state.statechart.current_state
  const onward = leaving(type, state).find(isForward)
  const refuses = event === undefined ? currentState(type, state).refuses?.[by] : undefined
  const message =
    refuses ??
    (onward === undefined
      ? `${name} is the end of this ${type.name}; nothing leads on from there`
      : `${event ?? by} does not lead anywhere from ${name} state`)
  const fix = onward === undefined ? shell`furrow explore start --help` : shell`furrow agent ${onward.by}`
  return { code: 'no_such_move', ids: [name], message, fix }
}

export function several(ways: readonly Transition[]): Reason {
  return {
    code: 'several_moves',
    ids: ways.map(({ event }) => event),
    message: `this leads more than one way: ${ways.map(({ event, to }) => `${event} to ${to}`).join(', ')}; name the event`,
    fix: shell`furrow agent advance ${ways[0]?.event ?? ''}`,
  }
}

export interface Making {
  readonly at: string
  readonly reason?: string | undefined
}

/** What a transition makes of a project: the state, and all that follows from it. */
export function follow(type: ProjectType, before: ProjectState, transition: Transition, { at }: Making): ProjectState {
  const moved = { ...before, statechart: { ...before.statechart, current_state: transition.to } }
  const voided = transition.voids_approvals === true ? mapArtifacts(moved, withoutApproval) : moved
  return planSteps(type, derivePhases(type, voided, at), at)
}

function withoutApproval({
  approval: _,
  approved: __,
  ...artifact
}: ProjectState['phases'][string]['artifacts'][number]) {
  return artifact
}

/** Phase statuses and their times follow from the state; nobody sets them. */
export function derivePhases(type: ProjectType, state: ProjectState, at: string): ProjectState {
  const here = currentState(type, state)
  const index = here.phase === undefined ? -1 : type.phases.indexOf(here.phase)
  return mapPhases(state, (phase, name) => {
    const place = type.phases.indexOf(name)
    if (place === -1) return phase
    if (index === -1) return ended(phase)
    if (place < index) return timed(phase, 'completed', at)
    return timed(phase, place === index ? (here.status ?? 'in_progress') : 'pending', at)
  })
}

function ended(phase: Phase): Phase {
  if (phase.status === 'completed') return phase
  const skipped = phase.status === 'pending'
  return { ...phase, status: skipped ? 'skipped' : 'abandoned', enabled: !skipped }
}

function timed(phase: Phase, status: string, at: string): Phase {
  const { started_at, completed_at, ...rest } = phase
  return {
    ...rest,
    status,
    enabled: true,
    ...(status !== 'pending' && { started_at: started_at ?? at }),
    ...(status === 'completed' && { completed_at: completed_at ?? at }),
  }
}

/** The checklist of a state that was just entered: made once, and begun anew when it is entered again. */
function planSteps(type: ProjectType, state: ProjectState, at: string): ProjectState {
  const { checklist, phase } = currentState(type, state)
  if (checklist === undefined || phase === undefined) return state
  return withSteps(type, withPlan(state, at), { checklist, phase, at })
}

/** The month is fixed here, so that finishing in the next one publishes to the same place. */
function withPlan(state: ProjectState, at: string): ProjectState {
  if (state.plan !== undefined) return state
  const { name: slug } = state.project
  return { ...state, plan: { slug, month: at.slice(0, 7), include_findings: false, published: [] } }
}

interface Entered {
  readonly checklist: readonly Step[]
  readonly phase: string
  readonly at: string
}

function withSteps(type: ProjectType, state: ProjectState, { checklist, phase, at }: Entered): ProjectState {
  const earlier = stepsOf(type, state)
  if (earlier.length > 0)
    return withPhase(state, phase, each => ({ ...each, tasks: each.tasks.map(task => begunAnew(task, at)) }))
  const first = lastTaskId(state) + 1
  const steps = checklist.map<Task>(({ action, name, optional }, index) => ({
    id: taskId(first + index),
    name,
    status: 'pending',
    refs: [],
    action,
    ...(optional === true && { optional }),
    created_at: at,
    updated_at: at,
  }))
  return {
    ...withPhase(state, phase, each => ({ ...each, tasks: [...each.tasks, ...steps] })),
    last_task_id: first + steps.length - 1,
  }
}

function begunAnew(task: Task, at: string): Task {
  if (task.action === undefined) return task
  const { result: _, reason: __, started_at: ___, completed_at: ____, ...rest } = task
  return { ...rest, status: 'pending', updated_at: at }
}

export function lastTaskId(state: ProjectState): number {
  return Math.max(state.last_task_id ?? 0, ...placed(state).map(({ task }) => Number(task.id)))
}

export function taskId(number: number): string {
  return String(number).padStart(3, '0')
}
