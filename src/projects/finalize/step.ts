import type { Plan } from '../model.ts'
import type { Held } from '../shelf.ts'

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
