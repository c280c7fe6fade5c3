import type { Database } from '../../store/database/sqlite.ts'
import { typedStatement } from '../../store/database/sqlite.ts'
import type { BudgetLimits, BudgetUsed } from './model.ts'

/** Where what a run uses is added to: `run:<id>`, `feature:<id>`, `change:<id>/<stage>`. */
export type AccountName = `run:${string}` | `feature:${string}` | `change:${string}`

export interface Account {
  readonly name: AccountName
  /** As they were set for this account alone. */
  readonly limits: BudgetLimits
  readonly used: BudgetUsed
}

/** What was used since it was last written down. */
export interface BudgetUse {
  readonly turns?: number
  readonly tokens?: number
  readonly cost?: { readonly amount: number; readonly currency: string }
  /** Work from one moment to another on the monotonic clock of the machine, in milliseconds. */
  readonly worked?: { readonly from: number; readonly to: number }
}

const MICRO = 1_000_000

/** Opens an account, or leaves what was used and sets its limits. */
export function setLimits(state: Database, name: AccountName, limits: BudgetLimits): void {
  state
    .prepare(
      `INSERT INTO budget_accounts (name, limits) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET limits = excluded.limits`,
    )
    .run(name, JSON.stringify(limits))
}

/** The accounts that a run adds to, from now on. */
export function assignAccounts(state: Database, run: string, accounts: readonly AccountName[]): void {
  const assign = state.prepare('INSERT OR IGNORE INTO budget_paths (run, account) VALUES (?, ?)')
  for (const account of accounts) assign.run(run, account)
}

export function accountsOf(state: Database, run: string): AccountName[] {
  const rows = state.prepare('SELECT account FROM budget_paths WHERE run = ? ORDER BY rowid').all(run)
  return (rows as { account: AccountName }[]).map(({ account }) => account)
}

/** Adds to every account of a run. Inside a transaction of the caller. */
export function addUse(state: Database, accounts: readonly AccountName[], use: BudgetUse): void {
  for (const name of accounts) {
    state.prepare('INSERT OR IGNORE INTO budget_accounts (name) VALUES (?)').run(name)
    const { costs, counted_until } = state
      .prepare('SELECT costs, counted_until FROM budget_accounts WHERE name = ?')
      .get(name) as { costs: string; counted_until: number }
    const { turns = 0, tokens, cost, worked } = use
    const time = newTime(counted_until, worked)
    state
      .prepare(
        `UPDATE budget_accounts SET turns = turns + ?, tokens = CASE WHEN ? IS NULL THEN tokens ELSE coalesce(tokens, 0) + ? END,
           costs = ?, worked_ms = worked_ms + ?, counted_until = ? WHERE name = ?`,
      )
      .run(turns, tokens ?? null, tokens ?? 0, withCost(costs, cost), time.ms, time.until, name)
  }
}

/**
 * Time in which several runs of one account work counts once, so only what no other run has counted is added. The
 * monotonic clock starts again with the machine: a moment that lies ahead of it is from before that.
 */
function newTime(countedUntil: number, worked: BudgetUse['worked']): { ms: number; until: number } {
  if (worked === undefined) return { ms: 0, until: countedUntil }
  const counted = countedUntil > worked.to + CLOCK_SLACK_MS ? 0 : countedUntil
  const ms = Math.max(0, worked.to - Math.max(worked.from, counted))
  return { ms: Math.round(ms), until: Math.round(Math.max(counted, worked.to)) }
}

/** Another process may have counted up to a later moment just before. */
const CLOCK_SLACK_MS = 60_000

function withCost(costs: string, cost: BudgetUse['cost']): string {
  if (cost === undefined) return costs
  const all = JSON.parse(costs) as Record<string, number>
  all[cost.currency] = (all[cost.currency] ?? 0) + Math.round(cost.amount * MICRO)
  return JSON.stringify(all)
}

interface AccountRow {
  readonly name: AccountName
  readonly limits: string
  readonly turns: number
  readonly tokens: number | null
  readonly costs: string
  readonly worked_ms: number
}

export function readAccount(state: Database, name: AccountName): Account {
  const row = state.prepare('SELECT * FROM budget_accounts WHERE name = ?').get(name) as AccountRow | undefined
  return row === undefined ? { name, limits: {}, used: { turns: 0, minutes: 0 } } : accountIn(row)
}

/** Whose name begins so, in the order in which they were opened. */
export function accountsBelow(state: Database, prefix: string): Account[] {
  const rows = typedStatement<AccountRow>(
    state,
    'SELECT * FROM budget_accounts WHERE substr(name, 1, ?) = ? ORDER BY rowid',
  ).all(prefix.length, prefix)
  return rows.map(accountIn)
}

/** Of runs that used something and belong to no feature, change or other run; the newest first. */
export function accountsOfRunsAlone(state: Database, count: number): Account[] {
  const rows = typedStatement<AccountRow>(
    state,
    `SELECT * FROM budget_accounts AS own WHERE substr(name, 1, 4) = 'run:' AND turns + worked_ms > 0
       AND NOT EXISTS (SELECT 1 FROM budget_paths WHERE run = substr(own.name, 5) AND account <> own.name)
     ORDER BY rowid DESC LIMIT ?`,
  ).all(count)
  return rows.map(accountIn)
}

/** What a removed run used still counts where it was added to. */
export function forgetAccounts(state: Database, run: string): void {
  state.prepare('DELETE FROM budget_accounts WHERE name = ?').run(`run:${run}`)
  state.prepare('DELETE FROM budget_paths WHERE run = ?').run(run)
}

function accountIn({ name, limits, turns, tokens, costs, worked_ms }: AccountRow): Account {
  const amounts = Object.entries(JSON.parse(costs) as Record<string, number>)
  return {
    name,
    limits: JSON.parse(limits) as BudgetLimits,
    used: {
      turns,
      minutes: worked_ms / 60_000,
      ...(tokens !== null && { tokens }),
      ...(amounts.length > 0 && { costs: amounts.map(([currency, micros]) => ({ amount: micros / MICRO, currency })) }),
    },
  }
}
