import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { ProjectPhase, ProjectState, ProjectTask } from '../model.ts'
import {
  currentState,
  iterationOf,
  mapArtifacts,
  mapPhases,
  phaseTasksOf,
  reviewOf,
  stepsHere,
  topicsOf,
  withPhase,
} from '../record/project-parts.ts'
import { inDependencyOrder } from '../tasks/dependencies.ts'
import type { Ability, ChecklistStep, ProjectType, Transition, Trigger } from '../types/model.ts'
import { type GuardContext, whyNotGuarded } from './guards.ts'
import { commandTowards, isForward, transitionsFrom } from './ways.ts'

/** The machine as pure functions: what may be done here, where one may go, and what a move makes of a project. */
export function whyNotAllowed(type: ProjectType, state: ProjectState, ability: Ability): Reason[] {
  const here = currentState(type, state)
  if (here.allows?.includes(ability) === true) return []
  const name = state.statechart.current_state
  const message = here.refuses?.[ability] ?? `${VERBS[ability]} does not belong in ${name} state`
  return [{ code: 'not_in_state', ids: [name], message, fix: commandTowards(type, name, ability) }]
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
export function chooseTransition(sight: GuardContext, by: Trigger, event?: string): Transition | Reason[] {
  const { type, state } = sight
  const named = transitionsFrom(type, state).filter(transition => event === undefined || transition.event === event)
  const ways = event === undefined ? named.filter(transition => transition.by === by) : named
  const [only] = ways
  if (only !== undefined && ways.length === 1) return only
  const open = ways.filter(way => whyNotGuarded(way.guards ?? [], sight).length === 0)
  const [first] = open
  if (first !== undefined && open.length === 1) return first
  if (only === undefined) return [noWay(sight, by, event)]
  // What decides between the ways is not there yet, a verdict for example: the first says what is missing.
  return open.length === 0 ? only : [ambiguousMove(ways)]
}

function noWay({ type, state }: GuardContext, by: Trigger, event: string | undefined): Reason {
  const name = state.statechart.current_state
  const onward = transitionsFrom(type, state).find(isForward)
  const refuses = event === undefined ? currentState(type, state).refuses?.[by] : undefined
  const message =
    refuses ??
    (onward === undefined
      ? `${name} is the end of this ${type.name}; nothing leads on from there`
      : `${event ?? by} does not lead anywhere from ${name} state`)
  const fix = onward === undefined ? shell`furrow explore start --help` : shell`furrow agent ${onward.by}`
  return { code: 'no_such_move', ids: [name], message, fix }
}

export function ambiguousMove(ways: readonly Transition[]): Reason {
  return {
    code: 'several_moves',
    ids: ways.map(({ event }) => event),
    message: `this leads more than one way: ${ways.map(({ event, to }) => `${event} to ${to}`).join(', ')}; name the event`,
    fix: shell`furrow agent advance ${ways[0]?.event ?? ''}`,
  }
}

export interface TransitionCause {
  readonly at: string
  readonly by: string
  readonly reason?: string | undefined
}

/** What a transition makes of a project: the state, and all that follows from it. */
export function applyTransition(
  type: ProjectType,
  before: ProjectState,
  transition: Transition,
  making: TransitionCause,
): ProjectState {
  const moved = { ...before, statechart: { ...before.statechart, current_state: transition.to } }
  const voided = transition.voids_approvals === true ? mapArtifacts(moved, withoutApproval) : moved
  const round = transition.iterates === true ? nextIteration(type, voided, making) : voided
  return planSteps(type, derivePhases(type, round, making.at), making.at)
}

/** The next round of the work begins with what was said about this one. */
function nextIteration(type: ProjectType, state: ProjectState, { at, by, reason }: TransitionCause): ProjectState {
  const iteration = iterationOf(state)
  const review = reviewOf(type, state)
  const said =
    reason === undefined && review?.approval !== undefined
      ? { text: review.approval.note ?? '', by: review.approval.by, path: review.path }
      : { text: reason ?? '', by }
  return {
    ...state,
    iteration: iteration + 1,
    feedback: [...(state.feedback ?? []), { iteration, at, ...said }],
  }
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

function ended(phase: ProjectPhase): ProjectPhase {
  if (phase.status === 'completed') return phase
  const skipped = phase.status === 'pending'
  return { ...phase, status: skipped ? 'skipped' : 'abandoned', enabled: !skipped }
}

function timed(phase: ProjectPhase, status: string, at: string): ProjectPhase {
  const { started_at, completed_at, ...rest } = phase
  return {
    ...rest,
    status,
    enabled: true,
    ...(status !== 'pending' && { started_at: started_at ?? at }),
    ...(status === 'completed' && { completed_at: completed_at ?? at }),
  }
}

/** The checklist of a state that was just entered: made once, and begun again when it is entered again. */
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

interface EnteredPhase {
  readonly checklist: readonly ChecklistStep[]
  readonly phase: string
  readonly at: string
}

type PlannedStep = Pick<ProjectTask, 'name' | 'action' | 'optional' | 'task'>

/** Steps that are still wanted keep their ids; those of tasks that came since are added, those of tasks given up go. */
function withSteps(type: ProjectType, state: ProjectState, { checklist, phase, at }: EnteredPhase): ProjectState {
  const earlier = stepsHere(type, state)
  let last = lastTaskId(state)
  const steps = checklist
    .flatMap(step => plannedSteps(type, state, step))
    .map<ProjectTask>(planned => {
      const known = earlier.find(({ action, task, name }) => isSameStep(planned, { action, task, name }))
      if (known !== undefined) return begunAgain(known, at)
      last += 1
      const created = { id: taskId(last), status: 'pending' as const, refs: [], created_at: at, updated_at: at }
      return { ...created, ...planned, state: state.statechart.current_state }
    })
  const others = (tasks: readonly ProjectTask[]) => tasks.filter(({ id }) => earlier.every(step => step.id !== id))
  return {
    ...withPhase(state, phase, each => ({ ...each, tasks: [...others(each.tasks), ...steps] })),
    last_task_id: last,
  }
}

function plannedSteps(
  type: ProjectType,
  state: ProjectState,
  { action, name, optional, each }: ChecklistStep,
): PlannedStep[] {
  const planned = { action, ...(optional === true && { optional }) }
  if (each === undefined) return [{ ...planned, name }]
  const completed = topicsOf(type, state).filter(({ status }) => status === 'completed')
  return inDependencyOrder(completed).map(task => ({
    ...planned,
    task: task.id,
    name: name.replaceAll('{{id}}', task.id).replaceAll('{{name}}', task.name),
  }))
}

/** Manual steps are told apart by their names; of the others there is one, or one for each task. */
function isSameStep(one: PlannedStep, other: PlannedStep): boolean {
  if (one.action !== other.action || one.task !== other.task) return false
  return one.action !== 'manual' || one.task !== undefined || one.name === other.name
}

function begunAgain(task: ProjectTask, at: string): ProjectTask {
  const { result: _, reason: __, started_at: ___, completed_at: ____, skipped_by: _____, ...rest } = task
  return { ...rest, status: 'pending', updated_at: at }
}

export function lastTaskId(state: ProjectState): number {
  return Math.max(state.last_task_id ?? 0, ...phaseTasksOf(state).map(({ task }) => Number(task.id)))
}

export function taskId(number: number): string {
  return String(number).padStart(3, '0')
}
