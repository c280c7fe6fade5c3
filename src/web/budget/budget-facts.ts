import type { BudgetLimits, BudgetUsed } from '../../runs/budget/model.ts'

interface BudgetState {
  readonly limits: BudgetLimits
  readonly used: BudgetUsed
}

/** What was used, each with its limit where there is one: `['Turns', '3 of 50']`. */
export function budgetFacts({ limits, used }: BudgetState): [name: string, value: string][] {
  const { currency = 'USD' } = limits
  const costs = used.costs ?? []
  return [
    ['Turns', of(used.turns, limits.turns)],
    ['Minutes', of(used.minutes, limits.minutes)],
    ...tokensFact(limits, used),
    ...(costs.length === 0 && limits.cost !== undefined
      ? [['Cost', `not reported, at most ${shown(limits.cost)} ${currency}`] as [string, string]]
      : costs.map((cost): [string, string] => [
          'Cost',
          `${of(cost.amount, cost.currency === currency ? limits.cost : undefined)} ${cost.currency}`,
        ])),
  ]
}

function tokensFact({ tokens }: BudgetLimits, used: BudgetUsed): [string, string][] {
  if (used.tokens !== undefined) return [['Tokens', of(used.tokens, tokens)]]
  return tokens === undefined ? [] : [['Tokens', `not reported, at most ${shown(tokens)}`]]
}

function of(amount: number, most: number | undefined): string {
  return most === undefined ? shown(amount) : `${shown(amount)} of ${shown(most)}`
}

function shown(value: number): string {
  return Number(value.toFixed(value < 10 ? 2 : 1)).toLocaleString('en')
}
