import type { Clock } from '../../../operation/capabilities.ts'
import { refuse } from '../../../operation/errors.ts'
import { checkpointDatabase } from '../../../store/database/replaced-database.ts'
import { type Database, immediateTransaction, openDatabase, typedStatement } from '../../../store/database/sqlite.ts'
import type { CarriedTable, TableRule } from '../../../store/salvage/found-rows.ts'
import { isCount, isHex, isJsonOrNull, isPlausibleJson, isPlausibleTime } from '../../../store/salvage/plausible.ts'
import { bytesOf, replaceDamaged } from '../../../store/salvage/replace-damaged.ts'
import { type SalvagedRows, salvageRows } from '../../../store/salvage/salvage-rows.ts'
import { insertRow, type Row, SEQUENCE, tableShapeOf } from '../../../store/salvage/table-shape.ts'
import { SqliteMemory } from '../memory.ts'
import { recordHash } from '../rows.ts'
import { MEMORY_INDEX, MEMORY_MIGRATIONS } from '../schema.ts'
import { ensureSession } from '../write-record.ts'
import type { BackupPlaces } from './backups.ts'
import { problemsIn } from './health.ts'
import { mergeBackup } from './merge-backup.ts'

export interface RebuiltMemory {
  /** Where the damaged file is now. */
  readonly kept: string
  readonly from_file: number
  readonly from_backup: number
  readonly pages: number
  readonly unreadable: number
  /** Older copies of a row that the file still had. */
  readonly older: number
  /** Revisions and relations whose record is lost. */
  readonly orphans: number
}

/** By what projects are recognised. */
const PROJECT_TABLES: Readonly<Record<string, CarriedTable>> = {
  projects: { isPlausible: row => isPlausibleTime(row.created_at), newest: ['claimed_at'] },
  project_roots: { isPlausible: row => isHex(row.root, String(row.root).length) },
  project_places: { isPlausible: row => isPlausibleTime(row.at) && isJsonOrNull(row.news), newest: ['at'] },
  project_aliases: { isPlausible: row => isPlausibleTime(row.at) },
  project_pools: { isPlausible: () => true },
}

/** Vectors and the search index are made from the records. */
const CARRIED: Readonly<Record<string, CarriedTable>> = {
  sessions: {
    isPlausible: row => isPlausibleTime(row.started_at) && (row.ended_at === null || isPlausibleTime(row.ended_at)),
    newest: ['ended_at'],
  },
  observations: {
    isPlausible: isObservation,
    provesItself: true,
    identity: ['uid'],
    newest: ['updated_at', 'revision_count', 'deleted_at', 'last_seen_at', 'duplicate_count'],
    added: 3,
  },
  revisions: {
    isPlausible: row =>
      isCount(row.n) && isPlausibleTime(row.at) && isPlausibleJson(row.origin) && isJsonOrNull(row.fields ?? null),
  },
  prompts: { isPlausible: row => isPlausibleTime(row.at) },
  relations: { isPlausible: row => isPlausibleTime(row.at) && isCount(row.source) && isCount(row.target) },
  ...PROJECT_TABLES,
}

const NUMBERS: TableRule = { shape: SEQUENCE, isPlausible: row => isCount(row.seq), newest: ['seq'] }

export function memoryRules(database: Database): TableRule[] {
  return Object.entries(CARRIED).map(([name, rule]) => ({ shape: tableShapeOf(database, name), ...rule }))
}

/** The hash of its text is on every record, so a text that was damaged is not taken for one. */
function isObservation(row: Row): boolean {
  return (
    isHex(row.uid, 20) &&
    typeof row.content === 'string' &&
    recordHash(row.content) === row.hash &&
    [row.created_at, row.updated_at, row.last_seen_at].every(isPlausibleTime) &&
    [row.revision_count, row.duplicate_count].every(isCount) &&
    isPlausibleJson(row.origin) &&
    isJsonOrNull(row.fields) &&
    isJsonOrNull(row.files ?? null)
  )
}

/** Every row whose pages are whole goes into a new file, then what only the newest backup has. Nothing is deleted. */
export function rebuildMemory({ file, folder }: BackupPlaces, clock: Clock): RebuiltMemory {
  const bytes = bytesOf(file)
  const { kept, built } = replaceDamaged(file, clock.now(), fresh => {
    const counts = fill(fresh, folder, bytes)
    makeIndex(fresh, clock)
    return counts
  })
  return { kept, ...built }
}

function fill(fresh: string, backups: string, bytes: ReturnType<typeof bytesOf>): Omit<RebuiltMemory, 'kept'> {
  const database = openDatabase(fresh, { migrations: MEMORY_MIGRATIONS })
  try {
    database.exec('PRAGMA foreign_keys=OFF')
    const rules = memoryRules(database)
    const salvaged = salvageRows(bytes.file, bytes.wal, [...rules, NUMBERS])
    return immediateTransaction(database, () => {
      const from_file = insertAll(database, salvaged)
      const from_backup = mergeBackup(database, backups, { rules, salvaged })
      keepNumbers(database, salvaged)
      const { pages, unreadable, older } = salvaged
      return { from_file, from_backup, pages, unreadable, older, orphans: dropOrphans(database) }
    })
  } finally {
    database.close()
  }
}

function insertAll(database: Database, { rows }: SalvagedRows): number {
  let added = 0
  for (const table of Object.keys(CARRIED))
    for (const row of rows.get(table) ?? []) if (insertSalvaged(database, table, row)) added += 1
  return added
}

/** A number or a key that another record holds already stays with that one; the record is kept without it. */
function insertSalvaged(database: Database, table: string, row: Row): boolean {
  if (insertRow(database, table, row)) return true
  if (table !== 'observations') return false
  const { id: _, ...rest } = row
  return [{ ...row, topic_key: null }, rest, { ...rest, topic_key: null }].some(attempt =>
    insertRow(database, table, attempt),
  )
}

/** A number that a lost record had is not given to another. */
function keepNumbers(database: Database, { rows }: SalvagedRows): void {
  const raise = database.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1')
  for (const { name, seq } of rows.get(SEQUENCE.name) ?? []) raise.run(String(name), Number(seq))
}

function dropOrphans(database: Database): number {
  const lost = typedStatement<{ id: string; project: string; now: number }>(
    database,
    `SELECT session_id AS id, min(project) AS project, min(at) AS now FROM (
         SELECT session_id, project, created_at AS at FROM observations UNION ALL SELECT session_id, project, at FROM prompts
       ) WHERE session_id NOT IN (SELECT id FROM sessions) GROUP BY session_id`,
  ).all()
  for (const session of lost) ensureSession(database, session)
  const records = '(SELECT id FROM observations)'
  const deletes = [
    `DELETE FROM revisions WHERE observation NOT IN ${records}`,
    `DELETE FROM relations WHERE source NOT IN ${records} OR target NOT IN ${records}`,
  ]
  return deletes.reduce((sum, sql) => sum + Number(database.prepare(sql).run().changes), 0)
}

/** A memory without an index makes it when it is opened. */
function makeIndex(fresh: string, clock: Clock): void {
  new SqliteMemory(fresh, clock).close()
  const database = openDatabase(fresh, { migrations: MEMORY_MIGRATIONS })
  try {
    const [problem] = problemsIn(database, MEMORY_INDEX)
    if (problem !== undefined)
      throw refuse('damaged', `The rebuilt memory.db is not whole: ${problem}`, { target: fresh })
    checkpointDatabase(database)
  } finally {
    database.close()
  }
}
