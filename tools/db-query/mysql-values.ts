import { bytesCell, type Cell, numberCell } from './answer.ts'

/** https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const TYPES: Readonly<Record<number, string>> = {
  0: 'decimal',
  1: 'tinyint',
  2: 'smallint',
  3: 'int',
  4: 'float',
  5: 'double',
  6: 'null',
  7: 'timestamp',
  8: 'bigint',
  9: 'mediumint',
  10: 'date',
  11: 'time',
  12: 'datetime',
  13: 'year',
  15: 'varchar',
  16: 'bit',
  245: 'json',
  246: 'decimal',
  247: 'enum',
  248: 'set',
  249: 'tinyblob',
  250: 'mediumblob',
  251: 'longblob',
  252: 'blob',
  253: 'varchar',
  254: 'char',
  255: 'geometry',
}

const BINARY_CHARSET = 63
const UNSIGNED = 32

export interface Field {
  readonly name: string
  readonly columnType?: number | undefined
  readonly characterSet?: number | undefined
  readonly flags?: number | string[] | undefined
}

export function typeOf({ columnType = -1, characterSet, flags }: Field): string {
  const name = TYPES[columnType] ?? `type ${columnType}`
  const isNumber = columnType >= 0 && columnType <= 9 && columnType !== 6 && columnType !== 7
  if (isNumber) return typeof flags === 'number' && (flags & UNSIGNED) !== 0 ? `${name} unsigned` : name
  if (characterSet === BINARY_CHARSET) return name.replace('varchar', 'varbinary').replace(/^char$/, 'binary')
  return name.replace(/blob$/, 'text')
}

export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return bytesCell(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'bigint') return numberCell(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return value as Cell
}
