import type { Plan, ProjectState, Task } from '../model.ts'
import { mapTasks } from '../parts.ts'
import type { Held } from '../shelf.ts'
import { changed } from '../tasks/rules.ts'

/** What came of a step: done, or skipped with the reason that is recorded. */
export type Done =
  | { readonly status: 'completed'; readonly result: string; readonly plan?: Partial<Plan> }
  | { readonly status: 'skipped'; readonly reason: string }

export function skipped(reason: string): Done {
  return { status: 'skipped', reason }
}

export function requirePlan({ state }: Held): Plan {
  if (state.plan === undefined) throw new Error(`${state.project.name} is finalized without a plan`)
  return state.plan
}

/** The project with what came of a step. */
export function settle(
  held: Held,
  step: Task,
  { done, at }: { done: Done; at: string },
): { state: ProjectState; summary: string } {
  const state = mapTasks(held.state, task => (task.id === step.id ? settled(task, done, at) : task))
  const patch = done.status === 'completed' ? done.plan : undefined
  const next: Plan = { ...requirePlan(held), ...patch }
  const says = done.status === 'completed' ? done.result : `skipped, ${done.reason}`
  return { state: { ...state, plan: next }, summary: `${step.name}: ${says}` }
}

function settled(task: Task, done: Done, at: string): Task {
  const { result: _, reason: __, ...rest } = changed(task, { status: done.status }, at)
  return { ...rest, ...(done.status === 'completed' ? { result: done.result } : { reason: done.reason }) }
}
