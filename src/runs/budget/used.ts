import type { Call } from '../../workspace/call.ts'
import { isOver, type Run } from '../model.ts'
import { readAccount } from './accounts.ts'
import type { BudgetUsed } from './model.ts'

/** What a run and all that it started have used so far. */
export function usedByRun({ store }: Pick<Call, 'store'>, id: string): BudgetUsed {
  const { used } = readAccount(store.state, `run:${id}`)
  return { ...used, minutes: Math.round(used.minutes * 1000) / 1000 }
}

/** The record of an agent that is at work says how much it has used by now. */
export function withUsed(call: Pick<Call, 'store'>, run: Run): Run {
  const { agent } = run
  return agent === undefined || isOver(run) ? run : { ...run, agent: { ...agent, used: usedByRun(call, run.id) } }
}
