export type Cell = null | boolean | number | string | readonly unknown[] | { readonly [key: string]: unknown }

export interface Column {
  readonly name: string
  readonly type: string
}

/** What one statement answered, as far as there was room for it. */
export interface Answer {
  readonly server: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  /** Nothing more was read after this many rows or bytes. */
  readonly cut?: 'rows' | 'bytes'
}

export interface Question {
  readonly sql: string
  readonly rows: number
  readonly seconds: number
  readonly signal: AbortSignal
}

/** Of the rows as JSON: more than this is no answer that anybody reads. */
export const MOST_BYTES = 8 * 2 ** 20

export interface Collector {
  /** Whether it wants more. */
  add(row: readonly Cell[]): boolean
  answer(server: string, columns: readonly Column[]): Answer
}

export function collector(mostRows: number, mostBytes = MOST_BYTES): Collector {
  const rows: (readonly Cell[])[] = []
  let bytes = 0
  let cut: 'rows' | 'bytes' | undefined
  return {
    add(row) {
      bytes += Buffer.byteLength(JSON.stringify(row))
      cut = rows.length >= mostRows ? 'rows' : bytes > mostBytes ? 'bytes' : undefined
      if (cut === undefined) rows.push(row)
      return cut === undefined
    },
    answer: (server, columns) => ({ server, columns, rows, ...(cut !== undefined && { cut }) }),
  }
}

/** Numbers that JSON has no word for, and whole ones that it would round, are texts. */
export function numberCell(value: number | bigint): Cell {
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString()
  return Number.isFinite(value) ? value : String(value)
}

const MOST_OF_BYTES = 4096

export function bytesCell(value: Uint8Array): Cell {
  const shown = Buffer.from(value.buffer, value.byteOffset, Math.min(value.byteLength, MOST_OF_BYTES)).toString('hex')
  return value.byteLength > MOST_OF_BYTES ? `\\x${shown}… (${value.byteLength} bytes)` : `\\x${shown}`
}
