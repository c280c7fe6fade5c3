import process from 'node:process'
import { standardInput, write } from '../_shared/tool.ts'
import { bytesCell, type Cell, collector, numberCell } from './answer.ts'
import type { SqliteReply, SqliteRequest } from './sqlite.ts'
import { openReadOnly } from './sqlite-drivers.ts'

/** The other mode of the tool: one question on standard input, one reply on standard output. */
export function serveSqlite(): void {
  write(1, JSON.stringify(replyTo()))
  process.exit(0)
}

function replyTo(): SqliteReply {
  try {
    return { answer: read(JSON.parse(standardInput()) as SqliteRequest) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function read({ file, sql, rows }: SqliteRequest) {
  const database = openReadOnly(file)
  const { add, answer } = collector(rows)
  const statement = database.prepare(sql)
  for (const row of statement.rows()) if (!add(row.map(cellOf))) break
  return answer(`SQLite ${database.version}`, statement.columns)
}

function cellOf(value: unknown): Cell {
  if (value instanceof Uint8Array) return bytesCell(value)
  return typeof value === 'number' || typeof value === 'bigint' ? numberCell(value) : (value as Cell)
}
