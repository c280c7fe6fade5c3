import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import type { Column } from './answer.ts'

/** What each of the drivers can do that a statement needs. */
export interface OpenStatement {
  readonly columns: readonly Column[]
  rows(): Iterable<readonly unknown[]>
}

export interface OpenDatabase {
  readonly version: string
  prepare(sql: string): OpenStatement
}

/** The SQLite of this runtime; under Node the one that Furrow brings along where the built-in is missing or unsafe. */
export function openReadOnly(file: string): OpenDatabase {
  return 'Bun' in globalThis ? openBun(file) : openNode(file)
}

interface NodeStatement {
  setReadBigInts(on: boolean): void
  setReturnArrays(on: boolean): void
  columns(): { name: string; type: string | null }[]
  iterate(): Iterable<readonly unknown[]>
  get(): unknown
}

interface NodeDatabase {
  exec(sql: string): void
  prepare(sql: string): NodeStatement
  setAuthorizer?(decide: (action: number, first: string | null, second: string | null) => number): void
}

type NodeDriver = { DatabaseSync: new (file: string, options: Record<string, unknown>) => NodeDatabase }

function openNode(file: string): OpenDatabase {
  const { DatabaseSync } = nodeDriver()
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false, defensive: true, timeout: 2000 })
  database.exec('PRAGMA query_only = ON; PRAGMA trusted_schema = OFF')
  const version = versionOf(database)
  database.setAuthorizer?.(decide)
  return {
    version,
    prepare(sql) {
      const statement = database.prepare(sql)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      return {
        columns: statement.columns().map(({ name, type }) => ({ name, type: type ?? '' })),
        rows: () => statement.iterate(),
      }
    },
  }
}

/** Older ones can damage a database in WAL mode that several processes use, even by reading it. */
const OLDEST_SAFE = [3, 51, 3] as const

function nodeDriver(): NodeDriver {
  const builtIn = tried(() => process.getBuiltinModule('node:sqlite') as unknown as NodeDriver)
  if (builtIn !== undefined && ('Deno' in globalThis || isSafe(builtIn))) return builtIn
  const places = [process.env['FURROW_BIN'], process.argv[1]].filter(place => place !== undefined)
  for (const place of places) {
    const found = tried(() => createRequire(path.resolve(place))('@photostructure/sqlite') as NodeDriver)
    if (found !== undefined) return found
  }
  throw new Error('There is no SQLite to read it with: run the tool by Furrow, or under Node 26, bun or deno.')
}

function tried<T>(load: () => T): T | undefined {
  try {
    return load()
  } catch {
    return undefined
  }
}

function isSafe({ DatabaseSync }: NodeDriver): boolean {
  const parts = versionOf(new DatabaseSync(':memory:', {})).split('.').map(Number)
  const [first] = OLDEST_SAFE.map((least, index) => (parts[index] ?? 0) - least).filter(each => each !== 0)
  return (first ?? 0) >= 0
}

function versionOf(database: NodeDatabase): string {
  const row = database.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  return row.version
}

/** https://sqlite.org/c3ref/c_alter_table.html */
const ACTION = { pragma: 19, read: 20, select: 21, function: 31, recursive: 33 } as const
const [OK, DENY] = [0, 1]
const NO_FUNCTIONS = ['load_extension', 'fts3_tokenizer', 'writefile', 'edit']

function decide(action: number, _first: string | null, second: string | null): number {
  if (action === ACTION.function) return NO_FUNCTIONS.includes(second ?? '') ? DENY : OK
  return Object.values<number>(ACTION).includes(action) ? OK : DENY
}

interface BunDatabase {
  run(sql: string): void
  prepare(sql: string): { columnNames: string[]; iterate(): Iterable<Record<string, unknown>> }
}

type BunDriver = { Database: new (file: string, options: Record<string, unknown>) => BunDatabase }

function openBun(file: string): OpenDatabase {
  const { Database } = createRequire(path.resolve(process.argv[1] ?? 'tool.ts'))('bun:sqlite') as BunDriver
  const database = new Database(file, { readonly: true, safeIntegers: true })
  database.run('PRAGMA query_only = ON')
  const [found] = database.prepare('SELECT sqlite_version() AS version').iterate()
  return {
    version: String(found?.['version']),
    prepare(sql) {
      const statement = database.prepare(sql)
      const names = statement.columnNames
      const twice = names.find((name, index) => names.indexOf(name) !== index)
      if (twice !== undefined) throw new Error(`Two columns are called ${twice}: name them apart with AS.`)
      return { columns: names.map(name => ({ name, type: '' })), rows: () => listed(statement.iterate(), names) }
    },
  }
}

function* listed(rows: Iterable<Record<string, unknown>>, names: readonly string[]): Iterable<readonly unknown[]> {
  for (const row of rows) yield names.map(name => row[name])
}
