import type { BudgetLimits, BudgetUsed } from './model.ts'

/** What comes next: an answer of a model, or work that belongs to an answer which was given already. */
export type NextUse = 'turn' | 'work'

/** Why a budget allows nothing more, in one sentence; nothing while it does. */
export function whyOverBudget(limits: BudgetLimits, used: BudgetUsed, next: NextUse): string | undefined {
  const { turns, minutes, tokens, cost, currency = DEFAULT_CURRENCY } = limits
  if (turns !== undefined && (next === 'turn' ? used.turns >= turns : used.turns > turns))
    return `${used.turns} of ${turns} turns are used.`
  if (minutes !== undefined && used.minutes >= minutes)
    return `${shownNumber(used.minutes)} of ${shownNumber(minutes)} minutes are used.`
  if (tokens !== undefined && used.tokens !== undefined && used.tokens >= tokens)
    return `${used.tokens} of ${tokens} tokens are used.`
  if (cost === undefined) return undefined
  const costs = used.costs ?? []
  const foreign = costs.find(each => each.currency !== currency && each.amount > 0)
  if (foreign !== undefined)
    return `Cost is reported in ${foreign.currency}, and the budget is in ${currency}, so it cannot be kept.`
  const amount = costs.find(each => each.currency === currency)?.amount ?? 0
  return amount >= cost ? `${shownNumber(amount)} of ${shownNumber(cost)} ${currency} are used.` : undefined
}

/** Of every limit that is reached, twice what was used: what would let the next run start. */
export function raisedLimits(
  { turns, minutes, tokens, cost, currency = DEFAULT_CURRENCY }: BudgetLimits,
  used: BudgetUsed,
): readonly (readonly [name: 'turns' | 'minutes' | 'tokens' | 'cost', limit: number])[] {
  const spent = used.costs?.find(each => each.currency === currency)?.amount ?? 0
  const amounts = [
    ['turns', used.turns, turns],
    ['minutes', used.minutes, minutes],
    ['tokens', used.tokens ?? 0, tokens],
    ['cost', spent, cost],
  ] as const
  return amounts.flatMap(([name, amount, limit]) =>
    limit === undefined || amount < limit ? [] : [[name, Math.ceil(amount * 2)] as const],
  )
}

export const DEFAULT_CURRENCY = 'USD'

/** The stricter of two budgets in every respect. */
export function stricterLimits(a: BudgetLimits, b: BudgetLimits): BudgetLimits {
  const least = (key: 'turns' | 'minutes' | 'tokens' | 'cost') => {
    const values = [a[key], b[key]].filter(value => value !== undefined)
    return values.length === 0 ? {} : { [key]: Math.min(...values) }
  }
  const currency = a.currency ?? b.currency
  return {
    ...least('turns'),
    ...least('minutes'),
    ...least('tokens'),
    ...least('cost'),
    ...(currency !== undefined && { currency }),
  }
}

/** `50 turns, 30 minutes, 5 USD` */
export function renderLimits({ turns, minutes, tokens, cost, currency = DEFAULT_CURRENCY }: BudgetLimits): string {
  const parts = [
    turns === undefined ? [] : [`${turns} turns`],
    minutes === undefined ? [] : [`${shownNumber(minutes)} minutes`],
    tokens === undefined ? [] : [`${tokens} tokens`],
    cost === undefined ? [] : [`${shownNumber(cost)} ${currency}`],
  ].flat()
  return parts.join(', ')
}

/** `3 of 50 turns, 1.2 of 30 minutes, 12000 tokens, 0.4 of 5 USD` */
export function renderUse({ limits, used }: { limits: BudgetLimits; used: BudgetUsed }): string {
  const of = (amount: number, most: number | undefined) =>
    most === undefined ? shownNumber(amount) : `${shownNumber(amount)} of ${shownNumber(most)}`
  const { currency = DEFAULT_CURRENCY } = limits
  const costs = used.costs ?? []
  return [
    `${of(used.turns, limits.turns)} turns`,
    `${of(used.minutes, limits.minutes)} minutes`,
    tokensText(limits, used, of),
    ...(costs.length === 0 && limits.cost !== undefined
      ? [`cost not reported (at most ${shownNumber(limits.cost)} ${currency})`]
      : costs.map(cost => `${of(cost.amount, cost.currency === currency ? limits.cost : undefined)} ${cost.currency}`)),
  ]
    .filter(part => part !== '')
    .join(', ')
}

function tokensText({ tokens }: BudgetLimits, used: BudgetUsed, of: (amount: number, most?: number) => string): string {
  if (used.tokens !== undefined) return `${of(used.tokens, tokens)} tokens`
  return tokens === undefined ? '' : `tokens not reported (at most ${tokens})`
}

function shownNumber(value: number): string {
  return String(Number(value.toFixed(value < 10 ? 2 : 1)))
}
