import type { Database } from '../database/sqlite.ts'
import { typedStatement } from '../database/sqlite.ts'
import type { SqlValue } from './read-record.ts'

export type Row = Readonly<Record<string, SqlValue>>

/** A table as its rows lie in the file. */
export interface TableShape {
  readonly name: string
  readonly hasRowid: boolean
  /** In the order of the file: a table without row numbers has its primary key in front. */
  readonly columns: readonly TableColumn[]
  readonly key: readonly string[]
}

interface TableColumn {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** Stored as NULL: the row's number is its value. */
  readonly isRowid: boolean
}

interface ColumnInfo {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly pk: number
}

/** Shapes as the schema that this version of Furrow would make gives them. */
export function tableShapeOf(database: Database, name: string): TableShape {
  const [table] = typedStatement<{ wr: number }>(database, 'SELECT wr FROM pragma_table_list(?)').all(name)
  const info = typedStatement<ColumnInfo>(database, 'SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(
    name,
  )
  const columns = info
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const hasRowid = table?.wr !== 1
  const stored = hasRowid ? columns : [...key, ...columns.filter(({ pk }) => pk === 0)]
  const isAlias = ({ pk, type }: ColumnInfo) => hasRowid && pk > 0 && key.length === 1 && type === 'INTEGER'
  return {
    name,
    hasRowid,
    columns: stored.map(column => ({
      name: column.name,
      type: column.type,
      isRequired: column.notnull === 1 || (column.pk > 0 && !hasRowid),
      isRowid: isAlias(column),
    })),
    key: key.map(column => column.name),
  }
}

/** SQLite's own table of the highest number that each table ever gave. */
export const SEQUENCE: TableShape = {
  name: 'sqlite_sequence',
  hasRowid: true,
  columns: [
    { name: 'name', type: 'TEXT', isRequired: true, isRowid: false },
    { name: 'seq', type: 'INTEGER', isRequired: true, isRowid: false },
  ],
  key: ['name'],
}

interface StoredRow {
  readonly values: readonly SqlValue[]
  readonly rowid: number | undefined
}

/**
 * A record as a row of this table, or nothing when its columns cannot be of it. SQLite does not write rows again for a
 * column that is added later: the last `added` ones may be missing.
 */
export function asRow({ columns }: TableShape, { values, rowid }: StoredRow, added = 0): Row | undefined {
  if (values.length > columns.length || values.length < columns.length - added) return undefined
  const row: Record<string, SqlValue> = {}
  for (const [index, column] of columns.entries()) {
    const stored = index < values.length ? values[index] : null
    const value = column.isRowid && stored === null ? (rowid ?? null) : stored
    if (value === undefined || !allows(column, value)) return undefined
    row[column.name] = value
  }
  return row
}

/** Where a page of zeros was taken for the rest of a text. */
const ZEROS = '\0'.repeat(8)

function allows({ type, isRequired, isRowid }: TableColumn, value: SqlValue): boolean {
  if (value === null) return !isRequired && !isRowid
  if (type === 'INTEGER') return Number.isSafeInteger(value)
  if (type === 'TEXT') return typeof value === 'string' && !value.includes(ZEROS)
  if (type === 'BLOB') return value instanceof Uint8Array
  return true
}

export function insertRow(database: Database, table: string, row: Row): boolean {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  const { changes } = database
    .prepare(`INSERT OR IGNORE INTO main.${table} (${names.join(', ')}) VALUES (${places})`)
    .run(...Object.values(row))
  return Number(changes) > 0
}
