import type { Database } from '../sqlite.ts'
import type { Value } from './read-record.ts'

export type Row = Readonly<Record<string, Value>>

/** A table as its rows lie in the file. */
export interface TableShape {
  readonly name: string
  readonly hasRowid: boolean
  /** In the order of the file: a table without row numbers has its primary key in front. */
  readonly columns: readonly Column[]
  readonly key: readonly string[]
}

interface Column {
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
export function shapeOf(database: Database, name: string): TableShape {
  const [table] = database.prepare('SELECT wr FROM pragma_table_list(?)').all(name) as unknown as { wr: number }[]
  const info = database.prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(name)
  const columns = info as unknown as ColumnInfo[]
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

/** A record as a row of this table, or nothing when its columns cannot be of it. */
export function asRow({ columns }: TableShape, values: readonly Value[], rowid: number | undefined): Row | undefined {
  if (values.length !== columns.length) return undefined
  const row: Record<string, Value> = {}
  for (const [index, column] of columns.entries()) {
    const value = column.isRowid && values[index] === null ? (rowid ?? null) : values[index]
    if (value === undefined || !allows(column, value)) return undefined
    row[column.name] = value
  }
  return row
}

/** Where a page of zeros was taken for the rest of a text. */
const ZEROS = '\0'.repeat(8)

function allows({ type, isRequired, isRowid }: Column, value: Value): boolean {
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
