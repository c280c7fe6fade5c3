import type { Artifact, ProjectPhase, ProjectState, ProjectTask } from '../model.ts'
import type { ProjectType, TypeState } from '../types/model.ts'

/** Where the parts of a project are, whatever its type calls them. */
export function currentState(type: ProjectType, state: ProjectState): TypeState {
  const found = type.states[state.statechart.current_state]
  if (found === undefined) throw new Error(`${state.statechart.current_state} is not a state of ${type.name}`)
  return found
}

/** What is worked on: topics, documents. */
export function topicsOf(type: ProjectType, state: ProjectState): ProjectTask[] {
  return phaseTasksOf(state).flatMap(({ phase, task }) => (isStep(type, phase, task) ? [] : [task]))
}

/** What finalization works through. */
export function checklistStepsOf(type: ProjectType, state: ProjectState): ProjectTask[] {
  return phaseTasksOf(state).flatMap(({ phase, task }) => (isStep(type, phase, task) ? [task] : []))
}

/** The checklist of the present state. Steps that an earlier version planned do not say which; they are their phase's. */
export function stepsHere(type: ProjectType, state: ProjectState): ProjectTask[] {
  const { current_state: name } = state.statechart
  const here = currentState(type, state)
  return phaseTasksOf(state).flatMap(({ phase, task }) =>
    isStep(type, phase, task) && (task.state === undefined ? phase === here.phase : task.state === name) ? [task] : [],
  )
}

export function iterationOf({ iteration = 1 }: ProjectState): number {
  return iteration
}

/** The review of this round, of a kind whose decision is a verdict; the last one where there are several. */
export function reviewOf(type: ProjectType, state: ProjectState, kind?: string): Artifact | undefined {
  return artifactsOf(state)
    .filter(artifact => (artifact.iteration ?? 1) === iterationOf(state))
    .findLast(artifact => {
      const is = artifactKindOf(type, state, artifact)
      return type.kinds[is]?.verdict === true && (kind === undefined || is === kind)
    })
}

export interface PhaseTask {
  readonly phase: string
  readonly task: ProjectTask
}

export function phaseTasksOf({ phases }: ProjectState): PhaseTask[] {
  return Object.entries(phases).flatMap(([phase, { tasks }]) => tasks.map(task => ({ phase, task })))
}

/** A task of the plan, or one that another program left in a phase that takes no topics. */
export function isStep({ states }: ProjectType, phase: string, task: ProjectTask): boolean {
  if (task.action !== undefined) return true
  return !Object.values(states).some(state => state.phase === phase && state.allows?.includes('task.create') === true)
}

export function artifactsOf({ phases }: ProjectState): Artifact[] {
  return Object.values(phases).flatMap(({ artifacts }) => artifacts)
}

/**
 * The kind of an artifact. Where another program did not write one: what it called its type, what was approved, or,
 * once research is over, what is named like a summary.
 */
export function artifactKindOf(type: ProjectType, state: ProjectState, artifact: Artifact): string {
  if (artifact.kind !== undefined) return artifact.kind
  const called = typeof artifact.type === 'string' ? artifact.type.replace(/s$/, '') : ''
  const kinds = Object.keys(type.kinds)
  const named = kinds.find(kind => kind === called)
  if (named !== undefined) return named
  const approvable = kinds.find(kind => type.kinds[kind]?.needs_approval === true) ?? kinds[0] ?? ''
  const plain = kinds.find(kind => type.kinds[kind]?.needs_approval !== true) ?? approvable
  const late = state.statechart.current_state !== type.initial
  const summary = artifact.approved === true || (late && /summary/i.test(artifact.path.split('/').at(-1) ?? ''))
  return summary ? approvable : plain
}

export function needsApproval(type: ProjectType, kind: string): boolean {
  return type.kinds[kind]?.needs_approval === true
}

/** The same state with every task (or artifact) of every phase passed through. */
export function mapTasks(state: ProjectState, change: (task: ProjectTask) => ProjectTask): ProjectState {
  return mapPhases(state, phase => ({ ...phase, tasks: phase.tasks.map(change) }))
}

export function mapArtifacts(state: ProjectState, change: (artifact: Artifact) => Artifact): ProjectState {
  return mapPhases(state, phase => ({ ...phase, artifacts: phase.artifacts.map(change) }))
}

export function mapPhases(
  state: ProjectState,
  change: (phase: ProjectPhase, name: string) => ProjectPhase,
): ProjectState {
  const phases = Object.entries(state.phases).map(([name, phase]) => [name, change(phase, name)] as const)
  return { ...state, phases: Object.fromEntries(phases) }
}

export function withPhase(
  state: ProjectState,
  name: string,
  change: (phase: ProjectPhase) => ProjectPhase,
): ProjectState {
  return mapPhases(state, (phase, at) => (at === name ? change(phase) : phase))
}
