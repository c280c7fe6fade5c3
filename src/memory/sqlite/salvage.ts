import fs from 'node:fs'
import type { Clock } from '../../operation/capabilities.ts'
import { isRefused } from '../../operation/errors.ts'
import { type Database, isSqliteError, readDatabase } from '../../store/sqlite.ts'
import type { ExportRow } from '../port.ts'
import { backupsOf } from './backups.ts'
import { SqliteMemory } from './memory.ts'
import { toObservation, toPrompt, toRevision, toSession } from './rows.ts'

/** How far rows are asked for one by one when nothing says how many there were. */
const MOST_GUESSED = 20_000

export interface Salvaged {
  /** Where the damaged file is now. */
  readonly kept: string
  readonly from_file: number
  readonly from_backup: number
}

/** Every row that can still be read goes into a new file, then what only the newest backup has. Nothing is deleted. */
export async function salvage(file: string, clock: Clock): Promise<Salvaged> {
  const kept = `${file}.damaged-${new Date(clock.now()).toISOString().replace(/[-:.]/g, '').slice(0, 15)}`
  for (const suffix of ['', '-wal', '-shm'])
    if (fs.existsSync(`${file}${suffix}`)) fs.renameSync(`${file}${suffix}`, `${kept}${suffix}`)
  const fresh = new SqliteMemory(file, clock)
  try {
    const read = await fresh.importRows(readableRows(kept))
    const [backup] = backupsOf(file)
    const more = backup === undefined ? { added: 0 } : await fresh.importRows(readableRows(backup))
    return { kept, from_file: read.added, from_backup: more.added }
  } finally {
    fresh.close()
  }
}

export function readableRows(file: string): ExportRow[] {
  try {
    using database = readDatabase(file)
    const observations = rowsOf(database, 'observations', 'id').map(toObservation)
    const revisions = rowsOf(database, 'revisions', undefined).map(toRevision)
    return [
      ...rowsOf(database, 'sessions', 'rowid').map(row => ({ kind: 'session' as const, ...toSession(row) })),
      ...observations.map(({ id, last_seen_at: _, ...observation }) => ({
        kind: 'observation' as const,
        ...observation,
        revisions: revisions.filter(({ observation: owner }) => owner === id),
      })),
      ...rowsOf(database, 'prompts', 'id').map(row => {
        const { id: _, ...prompt } = toPrompt(row)
        return { kind: 'prompt' as const, ...prompt }
      }),
    ]
  } catch (error) {
    // Nothing in the file can be opened at all: what is left is the backup.
    if (isRefused(error) || isSqliteError(error)) return []
    throw error
  }
}

/** A damaged page ends a scan, so each row is also asked for by itself. */
function rowsOf(database: Database, table: string, key: string | undefined): unknown[] {
  try {
    return database.prepare(`SELECT * FROM ${table}`).all()
  } catch {
    return key === undefined ? [] : oneByOne(database, table, key)
  }
}

function oneByOne(database: Database, table: string, key: string): unknown[] {
  const found: unknown[] = []
  const highest = highestKey(database, table, key)
  const statement = database.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`)
  for (let id = 1; id <= highest; id += 1) {
    try {
      const row = statement.get(id)
      if (row !== undefined) found.push(row)
    } catch {
      // This row's page is damaged; its neighbours may not be.
    }
  }
  return found
}

/** The last page may be one of the damaged ones; the counter of the table tells then how far to ask. */
function highestKey(database: Database, table: string, key: string): number {
  const asks = [`SELECT max(${key}) AS n FROM ${table}`, `SELECT seq AS n FROM sqlite_sequence WHERE name = '${table}'`]
  for (const sql of asks) {
    try {
      const row = database.prepare(sql).get() as { n: number | null } | undefined
      if (row !== undefined) return row.n ?? 0
    } catch {
      // The next way of asking may reach an intact page.
    }
  }
  return MOST_GUESSED
}
