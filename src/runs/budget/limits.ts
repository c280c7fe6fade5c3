import type { StorageContext } from '../../workspace/call.ts'
import type { Key } from '../../workspace/config/keys.ts'
import { readConfig } from '../../workspace/config/read-config.ts'
import type { BudgetLimits } from './model.ts'

/** What each run may use together with everything that it starts, by the config. */
export function runLimits(place: StorageContext): BudgetLimits {
  return limitsAt(place, {
    turns: 'budget.turns',
    minutes: 'budget.minutes',
    tokens: 'budget.tokens',
    cost: 'budget.cost',
  })
}

/** What all runs for one feature may use, where nothing else is set for it. */
export function featureLimits(place: StorageContext): BudgetLimits {
  return limitsAt(place, {
    turns: 'budget.feature_turns',
    minutes: 'budget.feature_minutes',
    tokens: 'budget.feature_tokens',
    cost: 'budget.feature_cost',
  })
}

export function budgetCurrency(place: StorageContext): string {
  return String(readConfig(place).get('budget.currency').value)
}

function limitsAt(
  place: StorageContext,
  keys: Readonly<Record<'turns' | 'minutes' | 'tokens' | 'cost', Key>>,
): BudgetLimits {
  const config = readConfig(place)
  const set = Object.entries(keys).flatMap(([name, key]) => {
    const { value } = config.get(key)
    return value === undefined ? [] : [[name, Number(value)] as const]
  })
  return { ...Object.fromEntries(set), currency: budgetCurrency(place) }
}
