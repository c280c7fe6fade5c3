import { type Call, implement } from '../../workspace/call.ts'
import { viewRun } from '../show/view-run.ts'
import { type Account, accountsBelow, accountsOf, accountsOfRunsAlone, readAccount } from './accounts.ts'
import * as contracts from './contracts.ts'
import { runLimits } from './limits.ts'
import { renderLimits, renderUse } from './measure.ts'
import type { BudgetAccount } from './model.ts'
import { viewAccount } from './over.ts'

export const show = implement(() => contracts.show, {
  async run(call, wanted) {
    const accounts = await wantedAccounts(call, wanted)
    return { run_limits: runLimits(call), accounts: accounts.map(account => viewAccount(call, account)) }
  },
  render: ({ run_limits, accounts }) =>
    [
      ...(accounts.length === 0 ? ['Nothing was used yet.'] : accounts.map(accountLine)),
      '',
      `A run started now may use ${renderLimits(run_limits)}.`,
    ].join('\n'),
})

/** An older one is shown by its id. */
const NEWEST_RUNS = 10

interface AccountQuery {
  readonly run?: string | undefined
  readonly feature?: string | undefined
  readonly change?: string | undefined
}

async function wantedAccounts(call: Call, { run, feature, change }: AccountQuery): Promise<Account[]> {
  const { state } = call.store
  if (run !== undefined) await viewRun(call, run)
  if ((run ?? feature ?? change) === undefined)
    return [
      ...['feature:', 'change:'].flatMap(prefix => accountsBelow(state, prefix)),
      ...accountsOfRunsAlone(state, NEWEST_RUNS),
    ]
  return [
    ...(run === undefined ? [] : accountsOf(state, run).map(name => readAccount(state, name))),
    ...(feature === undefined ? [] : [readAccount(state, `feature:${feature}`)]),
    ...(change === undefined ? [] : accountsBelow(state, `change:${change}/`)),
  ]
}

function accountLine(account: BudgetAccount): string {
  const { kind, id, stage, over } = account
  const what = stage === undefined ? `${kind} ${id}` : `${kind} ${id}, ${stage}`
  return `- ${what}: ${renderUse(account)}${over === undefined ? '' : ` (used up: ${over})`}`
}
