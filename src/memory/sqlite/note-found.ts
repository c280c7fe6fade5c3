import { isRefused } from '../../operation/errors.ts'
import { type Database, prepared, withoutSync } from '../../store/database/sqlite.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Which of some records nobody is known to have found within the last day: most searches have nothing to write. */
export function notRecentlyFound(database: Database, ids: readonly number[], now: number): number[] {
  const rows = prepared<{ id: number }>(
    database,
    'SELECT id FROM memory_found WHERE at > ?1 AND id IN (SELECT value FROM json_each(?2))',
  ).all(now - DAY_MS, JSON.stringify(ids))
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter(id => !known.has(id))
}

/** A reader neither waits for a writer nor for the disk, and never fails because of this note. */
export function tryWrite(database: Database, write: () => void): void {
  database.exec('PRAGMA busy_timeout=0')
  try {
    withoutSync(database, write)
  } catch (error) {
    if (!isRefused(error)) throw error
  } finally {
    database.exec('PRAGMA busy_timeout=5000')
  }
}

export function noteFound(database: Database, ids: readonly number[], now: number): void {
  prepared(
    database,
    `INSERT INTO memory_found (id, at) SELECT id, ?1 FROM observations WHERE id IN (SELECT value FROM json_each(?2))
       ON CONFLICT (id) DO UPDATE SET at = excluded.at`,
  ).run(now, JSON.stringify(ids))
}
