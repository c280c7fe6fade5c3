import { isRefused } from '../../../operation/errors.ts'
import { type Database, isSqliteError, prepared, readDatabase, typedStatement } from '../../../store/database/sqlite.ts'
import type { TableRule } from '../../../store/salvage/found-rows.ts'
import type { SalvagedRows } from '../../../store/salvage/salvage-rows.ts'
import { insertRow, type Row } from '../../../store/salvage/table-shape.ts'
import { memoryBackupsIn } from './backups.ts'

interface Damaged {
  readonly rules: readonly TableRule[]
  readonly salvaged: SalvagedRows
}

/** Adds what only the newest whole backup has, but not what the damaged file shows to have been deleted since. */
export function mergeBackup(database: Database, backups: string, { rules, salvaged }: Damaged): number {
  const backup = newestWhole(memoryBackupsIn(backups), rules)
  if (backup === undefined) return 0
  const rows = (table: string) => backup.get(table) ?? []
  const isDeleted = (table: string, { id }: Row) => salvaged.wouldHaveFound(table, Number(id))
  let added = 0
  for (const table of AS_THEY_ARE) for (const row of rows(table)) if (insertRow(database, table, row)) added += 1
  const ids = new Map<number, number>()
  for (const row of rows('observations')) {
    const id = idOf(database, row)
    if (id !== undefined) {
      ids.set(Number(row.id), id)
      if (takeText(database, id, row)) added += 1
    } else if (!isDeleted('observations', row)) {
      ids.set(Number(row.id), insertRecord(database, row))
      added += 1
    }
  }
  for (const row of rows('revisions')) {
    const observation = ids.get(Number(row.observation))
    if (observation !== undefined && insertRow(database, 'revisions', { ...row, observation })) added += 1
  }
  for (const { id: _, ...row } of rows('relations').filter(row => !isDeleted('relations', row))) {
    const [source, target] = [ids.get(Number(row.source)), ids.get(Number(row.target))]
    if (source === undefined || target === undefined) continue
    if (insertRow(database, 'relations', { ...row, source, target })) added += 1
  }
  for (const { id: _, ...row } of rows('prompts').filter(row => !isDeleted('prompts', row)))
    if (insertRow(database, 'prompts', row)) added += 1
  return added
}

/** Rows that name no other by its number. */
const AS_THEY_ARE = [
  'sessions',
  'projects',
  'project_roots',
  'project_places',
  'project_aliases',
  'project_pools',
] as const

type Backup = ReadonlyMap<string, readonly Row[]>

function newestWhole(files: readonly string[], rules: readonly TableRule[]): Backup | undefined {
  for (const file of files) {
    const backup = readWhole(file, rules)
    if (backup !== undefined) return backup
  }
  return undefined
}

function readWhole(file: string, rules: readonly TableRule[]): Backup | undefined {
  try {
    using database = readDatabase(file)
    const { integrity_check: says } = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string }
    if (says !== 'ok') return undefined
    return new Map(rules.map(({ shape }) => [shape.name, rowsOf(database, shape)]))
  } catch (error) {
    // A backup that is damaged itself: an older one may be whole.
    if (isRefused(error) || isSqliteError(error)) return undefined
    throw error
  }
}

/** A backup of an earlier version lacks the tables and columns that came later. */
function rowsOf(database: Database, { name, columns }: TableRule['shape']): Row[] {
  const info = typedStatement<{ name: string }>(database, 'SELECT name FROM pragma_table_info(?)').all(name)
  const known = new Set(info.map(column => column.name))
  const names = columns.map(column => column.name).filter(column => known.has(column))
  return names.length === 0 ? [] : (database.prepare(`SELECT ${names.join(', ')} FROM ${name}`).all() as Row[])
}

function idOf(database: Database, { uid }: Row): number | undefined {
  const row = prepared(database, 'SELECT id FROM observations WHERE uid = ?').get(String(uid))
  return (row as { id: number } | undefined)?.id
}

const TEXTS = ['type', 'title', 'content', 'fields', 'origin', 'hash', 'project', 'scope', 'created_at'] as const

/** A text of the same time that differs was damaged in the file, and a newer one was in a log that is lost. */
function takeText(database: Database, id: number, backup: Row): boolean {
  const mine = prepared<Row>(database, 'SELECT * FROM observations WHERE id = ?').get(id) as Row
  const isOlder = Number(backup.updated_at) < Number(mine.updated_at)
  if (isOlder || TEXTS.every(name => backup[name] === mine[name])) return false
  const names = [...TEXTS, 'updated_at', 'revision_count'] as const
  prepared(database, `UPDATE observations SET ${names.map(name => `${name} = ?`).join(', ')} WHERE id = ?`).run(
    ...names.map(name => backup[name] ?? null),
    id,
  )
  return true
}

/** Under its own number where that is free, and without its key where another record holds that by now. */
function insertRecord(database: Database, row: Row): number {
  const { id: _, ...rest } = row
  for (const attempt of [row, { ...row, topic_key: null }, rest, { ...rest, topic_key: null }])
    if (insertRow(database, 'observations', attempt)) break
  return idOf(database, row) ?? 0
}
