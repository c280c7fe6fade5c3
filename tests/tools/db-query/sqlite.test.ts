import { execFileSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../lab.ts'
import { cachedPackage } from '../../support/packages.ts'
import { addTool } from '../../support/shipped.ts'
import { runToEnd } from '../../support/tools.ts'
import { forgetOut, outExists } from './asking.ts'
import { ON_SQLITE } from './statements.ts'

const SETUP = `
  CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, price DECIMAL(10, 2), data BLOB);
  INSERT INTO notes VALUES (1, 'one', 1.5, x'dead'), (9007199254740993, 'big', NULL, NULL);`

/** A lab with the tool and a database. */
async function stage(lab: Lab): Promise<string> {
  const file = path.join(lab.root, 'dev.db')
  execFileSync('sqlite3', [file, SETUP])
  await addTool(lab, 'db-query', { DATABASE_URL: 'sqlite:./dev.db' })
  return file
}

const hashOf = (file: string) => crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex')

interface Shown {
  server: string
  columns: { name: string; type: string }[]
  rows: unknown[][]
  row_count: number
  truncated: boolean
}

async function ask(lab: Lab, sql: string, more: Record<string, unknown> = {}) {
  const record = await runToEnd(lab, 'db-query', { sql, ...more })
  return { record, data: record.result?.data as Shown, error: record.result?.error }
}

test('a file is read through the engine: columns, values, a record', async () => {
  await using lab = await openLab()
  await stage(lab)
  const { record, data } = await ask(lab, 'SELECT id, text, price, data, id + 1 AS id FROM notes ORDER BY text DESC')
  expect(record).toMatchObject({ status: 'succeeded', tool_version: '1.0.0', runtime: 'node' })
  expect(data.server).toMatch(/^SQLite 3\./)
  expect(data.columns.map(({ name }) => name)).toEqual(['id', 'text', 'price', 'data', 'id'])
  expect(data.columns.slice(0, 3).map(({ type }) => type)).toEqual(['INTEGER', 'TEXT', 'DECIMAL(10, 2)'])
  expect(data.rows).toEqual([
    [1, 'one', 1.5, '\\xdead', 2],
    ['9007199254740993', 'big', null, null, '9007199254740994'],
  ])
  expect((await ask(lab, 'PRAGMA table_info(notes)')).data.row_count).toBe(4)
  expect((await ask(lab, 'SELECT missing FROM notes')).error).toMatch(/no such column/)
})

test(`nothing is changed by any of ${ON_SQLITE.length} statements, in the file or beside it`, async () => {
  await using lab = await openLab()
  const file = await stage(lab)
  forgetOut()
  const before = [hashOf(file), lab.list('.')]
  // One run for all of them would hide which one got through; the words are tried on each, the engine on a few.
  const { whyNotRead } = await import('../../../tools/db-query/statement.ts')
  const passing = ON_SQLITE.filter(sql => whyNotRead(sql, 'sqlite') === undefined)
  expect(passing.sort()).toEqual(
    ['EXPLAIN DELETE FROM notes', 'EXPLAIN QUERY PLAN DELETE FROM notes', ...WITH_WRITES].sort(),
  )
  for (const sql of passing) await ask(lab, sql)
  for (const sql of ["VACUUM INTO '/tmp/x'", 'SELECT 1; DELETE FROM notes'])
    expect((await ask(lab, sql)).record).toMatchObject({
      status: 'failed',
      result: { error: expect.stringContaining('only reads') },
    })
  expect([hashOf(file), lab.list('.')]).toEqual(before)
  expect(outExists()).toBe(false)
})

const WITH_WRITES = [
  'WITH made AS (SELECT 1) INSERT INTO notes (text) SELECT * FROM made',
  'WITH made AS (SELECT 1) DELETE FROM notes',
  "WITH made AS (SELECT 1) UPDATE notes SET text = 'x'",
]

test('the driver alone refuses what the words would let through', async () => {
  await using lab = await openLab()
  const file = await stage(lab)
  forgetOut()
  const before = hashOf(file)
  process.env['FURROW_BIN'] ??= path.resolve('dist/furrow.cjs')
  const { openReadOnly } = await import('../../../tools/db-query/sqlite-drivers.ts')
  const database = openReadOnly(file)
  const passed = ON_SQLITE.filter(sql => {
    try {
      return [...database.prepare(sql).rows()].length > 0 && !/^(?:EXPLAIN|SELECT)/.test(sql)
    } catch {
      return false
    }
  })
  expect(passed.filter(sql => !sql.startsWith('PRAGMA'))).toEqual([])
  expect(hashOf(file)).toBe(before)
  expect(outExists()).toBe(false)
})

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)'

test('rows are capped, large answers are kept as a file, and what never ends is stopped', async () => {
  await using lab = await openLab()
  await stage(lab)
  expect((await ask(lab, `${ENDLESS} SELECT i FROM n`, { limit: 5 })).data).toMatchObject({
    rows: [[1], [2], [3], [4], [5]],
    truncated: true,
    note: expect.stringContaining('limit'),
  })
  const large = await ask(lab, `${ENDLESS} SELECT i, printf('%040d', i) FROM n LIMIT 100000`, { limit: 100_000 })
  expect(large.record.status).toBe('succeeded')
  expect(JSON.stringify(large.record.result).length).toBeLessThan(2 ** 20)
  const stopped = await ask(lab, `${ENDLESS} SELECT count(*) FROM n`, { timeout_seconds: 1 })
  expect(stopped.error).toBe('The statement took longer than 1 s and was stopped.')
})

test('what is missing or no database is said', async () => {
  await using lab = await openLab()
  lab.write('text.db', 'this is no database at all, and never was one; it only is long enough to look at')
  await addTool(lab, 'db-query', { DATABASE_URL: 'sqlite:text.db' })
  expect((await ask(lab, 'SELECT * FROM sqlite_schema')).error).toMatch(/not a database/)
  await lab.call('secrets.set', { name: 'DATABASE_URL', value: 'sqlite:./gone.db' })
  expect((await ask(lab, 'SELECT 1')).error).toMatch(/There is no database file/)
  await lab.call('secrets.set', { name: 'DATABASE_URL', value: 'oracle://somewhere' })
  expect((await ask(lab, 'SELECT 1')).error).toMatch(/names no database that this tool knows/)
})

const cpu = process.arch === 'arm64' ? { bun: 'aarch64', deno: 'arm64' } : { bun: 'x64', deno: 'x64' }
const PROGRAMS = {
  bun: async () => path.join(await cachedPackage(`@oven/bun-linux-${cpu.bun}`, '1.4.4'), 'bin/bun'),
  deno: async () => path.join(await cachedPackage(`@deno/linux-${cpu.deno}-glibc`, '2.9.6'), 'deno'),
} as const

test.each(['bun', 'deno'] as const)(
  'under %s it reads the same and writes as little',
  async runtime => {
    const program = await PROGRAMS[runtime]()
    fs.chmodSync(program, 0o755)
    await using lab = await openLab()
    const bin = path.join(path.dirname(lab.root), 'bin')
    fs.mkdirSync(bin)
    fs.symlinkSync(program, path.join(bin, runtime))
    await using own = await openLab({ root: lab.root, env: { ...lab.env, PATH: `${bin}:${lab.env['PATH']}` } })
    const there = { ...own, root: lab.root, write: lab.write, read: lab.read, list: lab.list }
    const file = await stage(there)
    const before = hashOf(file)
    const { record, data } = await ask(there, 'SELECT id, text, data FROM notes ORDER BY text DESC')
    expect(record).toMatchObject({ status: 'succeeded', runtime })
    expect(data.rows).toEqual([
      [1, 'one', '\\xdead'],
      ['9007199254740993', 'big', null],
    ])
    for (const sql of WITH_WRITES) expect((await ask(there, sql)).record.status).toBe('failed')
    const stopped = await ask(there, `${ENDLESS} SELECT count(*) FROM n`, { timeout_seconds: 1 })
    expect(stopped.error).toMatch(/took longer than 1 s/)
    expect(hashOf(file)).toBe(before)
  },
  600_000,
)
