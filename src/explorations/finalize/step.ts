import type { ProjectState, ProjectTask, PublicationPlan } from '../model.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { mapTasks } from '../record/project-parts.ts'
import { changed } from '../tasks/task-rules.ts'

/** What came of a step: done, or skipped with the reason that is recorded. */
export type StepResult =
  | { readonly status: 'completed'; readonly result: string; readonly plan?: Partial<PublicationPlan> }
  | { readonly status: 'skipped'; readonly reason: string }

export function skipped(reason: string): StepResult {
  return { status: 'skipped', reason }
}

export function requirePlan({ state }: LoadedProject): PublicationPlan {
  if (state.plan === undefined) throw new Error(`${state.project.name} is finalized without a plan`)
  return state.plan
}

/** The project with what came of a step. */
export function settleFinalizeStep(
  held: LoadedProject,
  step: ProjectTask,
  { done, at }: { done: StepResult; at: string },
): { state: ProjectState; summary: string } {
  const state = mapTasks(held.state, task => (task.id === step.id ? settled(task, done, at) : task))
  const patch = done.status === 'completed' ? done.plan : undefined
  const next: PublicationPlan = { ...requirePlan(held), ...patch }
  const says = done.status === 'completed' ? done.result : `skipped, ${done.reason}`
  return { state: { ...state, plan: next }, summary: `${step.name}: ${says}` }
}

function settled(task: ProjectTask, done: StepResult, at: string): ProjectTask {
  const { result: _, reason: __, failed: ___, ...rest } = changed(task, { status: done.status }, at)
  return { ...rest, ...(done.status === 'completed' ? { result: done.result } : { reason: done.reason }) }
}
