import { createHash } from 'node:crypto'
import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { translateSqliteErrors } from '../../store/database/sqlite.ts'
import type { Call } from '../../workspace/call.ts'

const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

/**
 * An id that a caller chose makes a retry apply once. The same id for something else is a mistake of the caller, who
 * would take the earlier answer for that of the new call.
 */
export function whyNotRepeatable(call: Call, input: unknown): Refused | undefined {
  const { state, folder, frozen } = call.store
  // Where nothing can be written, nothing is done twice; the operation itself says why it cannot.
  if (frozen !== undefined) return undefined
  const name = `input-of:${call.operationId}`
  const what = createHash('sha256')
    .update(JSON.stringify([call.operation, sorted(input)]))
    .digest('hex')
  const first = translateSqliteErrors(folder, () => {
    const found = state.prepare('SELECT value FROM facts WHERE name = ?').get(name) as { value: string } | undefined
    if (found !== undefined) return found.value
    const now = call.clock.now()
    state.prepare(`DELETE FROM facts WHERE name LIKE 'input-of:%' AND value < ?`).run(stamp(now - REMEMBERED_MS))
    state.prepare('INSERT OR IGNORE INTO facts VALUES (?, ?)').run(name, `${stamp(now)} ${what}`)
    return undefined
  })
  if (first === undefined || first.endsWith(` ${what}`)) return undefined
  return refuse('conflict', `The operation id ${call.operationId} was used before, for another call.`, {
    target: call.operationId,
    fix: shell`furrow log`,
  })
}

/** Sorts like the time it stands for. */
function stamp(ms: number): string {
  return new Date(ms).toISOString()
}

/** The order of keys is no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
