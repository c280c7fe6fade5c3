import type { Ability, Guard } from './model.ts'

interface GuardNeed {
  /** What can bring it about, where a state allows it. */
  readonly by: readonly Ability[]
  /** It asks for a kind of artifact. */
  readonly about?: 'kind'
  /** It asks for a name: any, or one of these. */
  readonly named?: true | readonly string[]
  /** It needs a checklist. */
  readonly steps?: true
  /** It asks for a verdict, of a kind that has one. */
  readonly verdict?: true
  /** It needs tasks that depend on each other. */
  readonly dependencies?: true
}

/** Functions that a type may ask for by name. */
export const NAMED_GUARDS = ['overview_links'] as const

/** What each guard needs, so that a type in which it could never hold is refused before it is used. */
export const NEEDS: Readonly<Record<Guard['guard'], GuardNeed>> = {
  tasks_exist: { by: ['task.create'] },
  tasks_open: { by: ['task.create', 'task.update'] },
  tasks_resolved: { by: ['task.update', 'task.delete'] },
  tasks_completed: { by: ['task.update'] },
  artifacts_exist: { by: ['artifact.add'], about: 'kind' },
  artifacts_approved: { by: ['artifact.approve'], about: 'kind' },
  overview_present: { by: ['artifact.add'], about: 'kind', named: true },
  dependencies_met: { by: ['task.update'], dependencies: true },
  task_artifacts_approved: { by: ['artifact.approve'], about: 'kind' },
  verdict: { by: ['artifact.approve'], about: 'kind', verdict: true },
  steps_done: { by: ['step.update', 'finalize'], steps: true },
  named: { by: ['artifact.add'], named: NAMED_GUARDS },
}
