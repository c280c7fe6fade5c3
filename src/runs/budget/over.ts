import { refuse } from '../../operation/errors.ts'
import { type ShellText, shell, shellLine } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { type Account, type AccountName, readAccount } from './accounts.ts'
import { budgetCurrency, featureLimits } from './limits.ts'
import { type NextUse, raisedLimits, whyOverBudget } from './measure.ts'
import type { BudgetAccount, BudgetLimits } from './model.ts'

type BudgetContext = Pick<Call, 'home' | 'workspace' | 'store'>

/** The first account that allows nothing more, and why. */
export function overBudget(
  place: BudgetContext,
  accounts: readonly AccountName[],
  next: NextUse,
): { readonly account: AccountName; readonly reason: string } | undefined {
  for (const name of accounts) {
    const account = readAccount(place.store.state, name)
    const why = whyOverBudget(limitsFor(place, account), account.used, next)
    if (why !== undefined) return { account: name, reason: `The budget of ${titleOf(name)} is used up: ${why}` }
  }
  return undefined
}

export function refuseOverBudget(place: BudgetContext, accounts: readonly AccountName[], next: NextUse): void {
  const over = overBudget(place, accounts, next)
  if (over === undefined) return
  throw refuse('over_budget', `${over.reason} Nothing was started.`, {
    target: over.account,
    fix: wayOn(place, over.account),
  })
}

/** What raises the budget of a feature; that of a run is not raised, so there is only what used it up. */
function wayOn(place: BudgetContext, name: AccountName): ShellText {
  const { kind, id } = partsOf(name)
  if (kind !== 'feature') return shell`furrow budget --run ${id}`
  const account = readAccount(place.store.state, name)
  const raised = raisedLimits(limitsFor(place, account), account.used)
  if (raised.length === 0) return shell`furrow budget --feature ${id}`
  return shellLine(['furrow', 'feature', 'budget', id, ...raised.flatMap(([flag, limit]) => [`--${flag}`, `${limit}`])])
}

/** What was set for the account, and for a feature whatever the config says about the rest. */
export function limitsFor(place: BudgetContext, { name, limits }: Account): BudgetLimits {
  if (!name.startsWith('feature:')) return limits
  return { ...featureLimits(place), ...limits, currency: limits.currency ?? budgetCurrency(place) }
}

export function viewAccount(place: BudgetContext, account: Account): BudgetAccount {
  const limits = limitsFor(place, account)
  const over = whyOverBudget(limits, account.used, 'turn')
  const minutes = Math.round(account.used.minutes * 1000) / 1000
  return {
    ...partsOf(account.name),
    limits,
    used: { ...account.used, minutes },
    ...(over !== undefined && { over }),
  }
}

function partsOf(name: AccountName): Pick<BudgetAccount, 'kind' | 'id' | 'stage'> {
  const colon = name.indexOf(':')
  const [kind, rest] = [name.slice(0, colon) as BudgetAccount['kind'], name.slice(colon + 1)]
  if (kind !== 'change') return { kind, id: rest }
  const slash = rest.indexOf('/')
  return { kind, id: rest.slice(0, slash), stage: rest.slice(slash + 1) }
}

function titleOf(name: AccountName): string {
  const { kind, id } = partsOf(name)
  return `the ${kind} ${id}`
}
