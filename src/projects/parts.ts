import type { Artifact, Phase, ProjectState, Task } from './model.ts'
import type { ProjectType, State } from './types/model.ts'

/** Where the parts of a project are, whatever its type calls them. */
export function currentState(type: ProjectType, state: ProjectState): State {
  const found = type.states[state.statechart.current_state]
  if (found === undefined) throw new Error(`${state.statechart.current_state} is no state of ${type.name}`)
  return found
}

/** What is worked on: topics, documents. */
export function topicsOf(type: ProjectType, state: ProjectState): Task[] {
  return placed(state).flatMap(({ phase, task }) => (isStep(type, phase, task) ? [] : [task]))
}

/** What finalization works through. */
export function stepsOf(type: ProjectType, state: ProjectState): Task[] {
  return placed(state).flatMap(({ phase, task }) => (isStep(type, phase, task) ? [task] : []))
}

export interface Placed {
  readonly phase: string
  readonly task: Task
}

export function placed({ phases }: ProjectState): Placed[] {
  return Object.entries(phases).flatMap(([phase, { tasks }]) => tasks.map(task => ({ phase, task })))
}

/** A task of the plan, or one that another program left in a phase that takes no topics. */
export function isStep({ states }: ProjectType, phase: string, task: Task): boolean {
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
export function kindOf(type: ProjectType, state: ProjectState, artifact: Artifact): string {
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
export function mapTasks(state: ProjectState, change: (task: Task) => Task): ProjectState {
  return mapPhases(state, phase => ({ ...phase, tasks: phase.tasks.map(change) }))
}

export function mapArtifacts(state: ProjectState, change: (artifact: Artifact) => Artifact): ProjectState {
  return mapPhases(state, phase => ({ ...phase, artifacts: phase.artifacts.map(change) }))
}

export function mapPhases(state: ProjectState, change: (phase: Phase, name: string) => Phase): ProjectState {
  const phases = Object.entries(state.phases).map(([name, phase]) => [name, change(phase, name)] as const)
  return { ...state, phases: Object.fromEntries(phases) }
}

export function withPhase(state: ProjectState, name: string, change: (phase: Phase) => Phase): ProjectState {
  return mapPhases(state, (phase, at) => (at === name ? change(phase) : phase))
}
