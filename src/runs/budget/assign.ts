import type { Call } from '../../workspace/call.ts'
import { runsAround } from '../inside/around.ts'
import type { Run } from '../model.ts'
import type { RunPlan } from '../start/run-plan.ts'
import { type AccountName, accountsOf, assignAccounts, setLimits } from './accounts.ts'
import { runLimits } from './limits.ts'
import { refuseOverBudget } from './over.ts'

/** A run that may be recorded, as far as its budgets go. */
export interface BudgetAssignment {
  /** With its record, under the lock. */
  assign(run: Run): void
}

/** What a run that is about to be recorded adds to. */
interface SharedBudget {
  /** Those of the run inside which it is started, and of what it is for. */
  readonly accounts: readonly AccountName[]
  /** The runs around it, which share the first account from now on. */
  readonly around: readonly string[]
}

const NOTHING: SharedBudget = { accounts: [], around: [] }

/**
 * Before a run is recorded: an agent, or anything that is started inside a run with a budget, starts only while
 * there is something left of every budget that it would use.
 */
export function requireBudget(call: Call, plan: RunPlan, parent: string | undefined): BudgetAssignment {
  const inherited = parent === undefined ? NOTHING : inheritedFrom(call, parent, plan)
  const accounts = [...new Set([...inherited.accounts, ...subjectOf(plan)])]
  refuseOverBudget(call, accounts, plan.agent === undefined ? 'work' : 'turn')
  return { assign: run => assignBudget(call, run, { ...inherited, accounts }) }
}

function assignBudget(call: Call, run: Run, { accounts, around }: SharedBudget): void {
  const { state } = call.store
  const [outermost] = around.slice(-1)
  if (outermost !== undefined) {
    setLimits(state, `run:${outermost}`, runLimits(call))
    for (const id of around) assignAccounts(state, id, [`run:${outermost}`])
  }
  if (run.agent !== undefined) setLimits(state, `run:${run.id}`, run.agent.limits)
  const own = run.agent === undefined ? [] : [`run:${run.id}` as const]
  assignAccounts(state, run.id, [...own, ...accounts])
}

/** An agent inside a tool that has no budget yet gives it one: its next agents share it. */
function inheritedFrom(call: Call, parent: string, plan: RunPlan): SharedBudget {
  const accounts = accountsOf(call.store.state, parent)
  if (accounts.length > 0 || plan.agent === undefined) return { accounts, around: [] }
  const around = runsAround(call, parent)
  return { accounts: [`run:${around.at(-1) ?? parent}`], around }
}

function subjectOf({ agent }: RunPlan): AccountName[] {
  if (agent === undefined) return []
  const { feature, change, stage } = agent
  return [
    ...(feature === undefined ? [] : [`feature:${feature}` as const]),
    ...(change === undefined || stage === undefined ? [] : [`change:${change}/${stage}` as const]),
  ]
}
