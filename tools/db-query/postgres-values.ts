import type { Cell } from './answer.ts'

/** The types that every PostgreSQL has, by their number. */
export const TYPES: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'bytea',
  18: '"char"',
  19: 'name',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'text',
  26: 'oid',
  114: 'json',
  142: 'xml',
  600: 'point',
  700: 'real',
  701: 'double precision',
  790: 'money',
  869: 'inet',
  1000: 'boolean[]',
  1005: 'smallint[]',
  1007: 'integer[]',
  1009: 'text[]',
  1015: 'character varying[]',
  1016: 'bigint[]',
  1042: 'character',
  1043: 'character varying',
  1082: 'date',
  1083: 'time',
  1114: 'timestamp',
  1184: 'timestamptz',
  1186: 'interval',
  1231: 'numeric[]',
  1266: 'timetz',
  1700: 'numeric',
  2249: 'record',
  2278: 'void',
  2950: 'uuid',
  3802: 'jsonb',
}

const FROM_TEXT: Readonly<Record<number, (text: string) => Cell>> = {
  16: text => text === 't',
  17: shortened,
  21: Number,
  23: Number,
  26: Number,
  114: fromJson,
  700: fromFloat,
  701: fromFloat,
  1114: withT,
  1184: text => withT(text).replace(/\+00$/, 'Z'),
  3802: fromJson,
}

/** A value as the server writes it. Whole numbers of 64 bits and decimals stay texts: JSON would round them. */
export function cellOf(type: number, bytes: Buffer | null): Cell {
  if (bytes === null) return null
  const text = bytes.toString()
  return FROM_TEXT[type]?.(text) ?? text
}

function fromFloat(text: string): Cell {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** `infinity` and years before Christ stay as they are. */
function withT(text: string): string {
  return text.replace(/^(\d{4,}-\d\d-\d\d) /, '$1T')
}

function fromJson(text: string): Cell {
  try {
    return JSON.parse(text) as Cell
  } catch {
    return text
  }
}

const LONGEST_BYTES = 2 + 2 * 4096

function shortened(text: string): string {
  return text.length <= LONGEST_BYTES ? text : `${text.slice(0, LONGEST_BYTES)}… (${(text.length - 2) / 2} bytes)`
}
