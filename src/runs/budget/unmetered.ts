import type { BudgetUse } from './accounts.ts'
import type { BudgetUsed } from './model.ts'

/** Counts what a run uses, in every account that it belongs to, and says when one of them is used up. */
export interface Meter extends Disposable {
  add(use: Pick<BudgetUse, 'turns' | 'tokens' | 'cost'>): void
  /** A model is about to be asked again. */
  beforeTurn(): void
  /** Time in which a person is asked does not count. */
  pause(waiting: boolean): void
  /** What the run and all that it started have used so far. */
  used(): BudgetUsed | undefined
}

export const UNMETERED: Meter = {
  add: () => undefined,
  beforeTurn: () => undefined,
  pause: () => undefined,
  used: () => undefined,
  [Symbol.dispose]: () => undefined,
}
