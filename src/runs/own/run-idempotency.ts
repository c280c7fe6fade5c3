import { createHash } from 'node:crypto'
import type { Call } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { findRun } from '../record/records.ts'
import type { RunPlan } from '../start/run-plan.ts'

/** Nobody tries again later than that. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

/** Under the lock: the run that the same operation started before, for a caller that did not hear the answer. */
export function earlierRun(call: Call, plan: RunPlan): Run | undefined {
  const row = call.store.state.prepare('SELECT value FROM facts WHERE name = ?').get(keyOf(call, plan))
  return row === undefined ? undefined : findRun(call, (row as { value: string }).value)
}

export function rememberRun(call: Call, plan: RunPlan, id: string): void {
  const { state } = call.store
  const past = new Date(call.clock.now() - REMEMBERED_MS).toISOString().replace(/\D/g, '')
  // Ids begin with their date, so they are compared as they are.
  const oldest = `${past.slice(0, 8)}-${past.slice(8, 14)}`
  state.prepare(`DELETE FROM facts WHERE name LIKE 'run-of:%' AND value < ?`).run(oldest)
  state.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(keyOf(call, plan), id)
}

/** One operation may start several runs, but no two alike. */
function keyOf({ operationId }: Call, { kind, label, argv }: RunPlan): string {
  const what = createHash('sha256')
    .update(JSON.stringify([kind, label, argv]))
    .digest('hex')
  return `run-of:${operationId}:${what.slice(0, 16)}`
}
