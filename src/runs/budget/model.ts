import * as z from 'zod'

/** The most that may be used; what is left out has no limit. */
export const BudgetLimits = z.object({
  /** Answers of models. */
  turns: z.number().int().positive().optional(),
  /** Time in which at least one of its runs worked; waiting for a person does not count. */
  minutes: z.number().positive().optional(),
  /** What models read and wrote, as their agents report it. */
  tokens: z.number().int().positive().optional(),
  /** Money, as agents report it. */
  cost: z.number().positive().optional(),
  /** Of `cost`. */
  currency: z.string().optional(),
})
export type BudgetLimits = z.infer<typeof BudgetLimits>

export const BudgetUsed = z.object({
  turns: z.number().int(),
  minutes: z.number(),
  /** Left out while no agent has reported any. */
  tokens: z.number().int().optional(),
  /** One entry per currency; left out while no agent has reported any. */
  costs: z.array(z.object({ amount: z.number(), currency: z.string() })).optional(),
})
export type BudgetUsed = z.infer<typeof BudgetUsed>

/** A budget and what was used of it: of a run with all that it started, of a feature, or of one stage of a change. */
export const BudgetAccount = z.object({
  kind: z.enum(['run', 'feature', 'change']),
  id: z.string(),
  /** Of a change. */
  stage: z.string().optional(),
  limits: BudgetLimits,
  used: BudgetUsed,
  /** Why nothing more may be used. */
  over: z.string().optional(),
})
export type BudgetAccount = z.infer<typeof BudgetAccount>
