import type { Events } from '../events.ts'
import type { Database } from './sqlite.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 30

/** Once a day: images that undo may no longer need, and events that nobody will ask for. */
export function trimOnceADay(state: Database, now: number, events: Events): void {
  const last = state.prepare(`SELECT value FROM facts WHERE name = 'trimmed'`).get() as { value: string } | undefined
  if (last !== undefined && now - Number(last.value) < DAY_MS) return
  state
    .prepare(
      `DELETE FROM images WHERE at < ?1 AND revision NOT IN (
         SELECT before FROM changes JOIN operations ON seq = operation WHERE at >= ?1 AND before IS NOT NULL
         UNION SELECT after FROM changes JOIN operations ON seq = operation WHERE at >= ?1 AND after IS NOT NULL)`,
    )
    .run(now - KEPT_DAYS * DAY_MS)
  events.trim()
  state
    .prepare(`INSERT INTO facts VALUES ('trimmed', ?) ON CONFLICT DO UPDATE SET value = excluded.value`)
    .run(String(now))
}
