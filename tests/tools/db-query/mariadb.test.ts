import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayWriteFiles, readMysql } from '../../../tools/db-query/mysql.ts'
import { type MariaServer, startMariaDb } from '../../support/counterparts/mariadb.ts'
import { asTool, forgetOut, outExists, question, withoutWords } from './asking.ts'
import { measuring } from './memory.ts'
import { ON_MARIADB } from './statements.ts'

let server: MariaServer

const SETUP = [
  'CREATE DATABASE shop',
  'USE shop',
  'CREATE TABLE notes (id bigint AUTO_INCREMENT PRIMARY KEY, text varchar(100))',
  'CREATE TABLE plain_notes (id int, text varchar(100)) ENGINE=MyISAM',
  "INSERT INTO notes (text) VALUES ('one'), ('two')",
  "INSERT INTO plain_notes VALUES (1, 'one')",
  'CREATE SEQUENCE ids',
  "CREATE FUNCTION add_note() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO notes (text) VALUES ('made'); INSERT INTO plain_notes VALUES (2, 'made'); RETURN 1; END",
  "CREATE PROCEDURE add_notes() BEGIN COMMIT; INSERT INTO notes (text) VALUES ('called'); COMMIT; END",
  'CREATE VIEW noting AS SELECT add_note() AS id',
  `CREATE TABLE kinds (big bigint, price decimal(10, 2), json json, bytes blob, at timestamp, day date, kind enum('x', 'y'), many int unsigned, note text)`,
  `INSERT INTO kinds VALUES (9007199254740993, 1.50, '{"a": [1]}', x'dead', '2026-01-02 03:04:05', '2026-01-02', 'x', 7, NULL)`,
  "CREATE USER owner@'%' IDENTIFIED BY 'owner'",
  "GRANT ALL ON shop.* TO owner@'%'",
  "CREATE USER reader@'%' IDENTIFIED BY 'reader'",
  "GRANT SELECT, SHOW VIEW ON shop.* TO reader@'%'",
  "CREATE USER files@'%' IDENTIFIED BY 'files'",
  "GRANT FILE, SELECT ON *.* TO files@'%'",
  "CREATE USER boss@'%' IDENTIFIED BY 'boss'",
  "GRANT ALL ON *.* TO boss@'%'",
]

const FINGERPRINT = [
  'CHECKSUM TABLE shop.notes, shop.plain_notes EXTENDED',
  'SELECT next_not_cached_value FROM shop.ids',
  "SELECT table_name, table_type, auto_increment, table_comment FROM information_schema.tables WHERE table_schema NOT IN ('information_schema', 'performance_schema', 'sys', 'mysql') ORDER BY 1",
  'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = "shop" ORDER BY 1, 2',
  'SELECT routine_name FROM information_schema.routines WHERE routine_schema = "shop" ORDER BY 1',
  'SELECT event_name FROM information_schema.events ORDER BY 1',
  'SHOW DATABASES',
  'SELECT user, host, authentication_string FROM mysql.user ORDER BY 1, 2',
  'SELECT @@global.max_connections',
  'XA RECOVER',
]

const fingerprint = () =>
  server.admin(async connection => {
    const parts = []
    for (const sql of FINGERPRINT) parts.push((await connection.query(sql))[0])
    return JSON.stringify(parts)
  })
const asked = (sql: string, user = 'reader', more = {}) => readMysql(server.url(user), question(sql, more))
const reading = (user: string) => (each: ReturnType<typeof question>) => readMysql(server.url(user), each)

beforeAll(async () => {
  server = await startMariaDb()
  await server.admin(async connection => {
    for (const sql of SETUP) await connection.query(sql)
  })
})
afterAll(() => server?.[Symbol.asyncDispose]())

/** They read and no more, which is what the tool is for. */
const HARMLESS = ['EXPLAIN DELETE FROM notes', 'SELECT * FROM notes FOR UPDATE', 'EXPLAIN EXTENDED SELECT add_note()']

test(`an owner of everything changes nothing by any of ${ON_MARIADB.length} statements`, async () => {
  forgetOut()
  const before = await fingerprint()
  const said = new Map<string, string>()
  for (const sql of ON_MARIADB) said.set(sql, await asTool('mysql', reading('owner'), sql))
  const passed = [...said].filter(([, text]) => text.startsWith('rows:')).map(([sql]) => sql)
  expect(passed.filter(sql => !HARMLESS.includes(sql))).toEqual([])
  expect(await fingerprint()).toBe(before)
  expect(outExists()).toBe(false)
})

test('what begins like reading changes nothing when the words are not looked at', async () => {
  forgetOut()
  const before = await fingerprint()
  const statements = ON_MARIADB.filter(sql => /^\W*(?:select|values|with|explain|show|describe)/i.test(sql))
  expect(statements.length).toBeGreaterThan(20)
  for (const sql of statements) await withoutWords(reading('owner'), sql)
  expect(await fingerprint()).toBe(before)
  expect(outExists()).toBe(false)
})

test.each(['files', 'boss'])('the user %s, who may write files, is refused', async user => {
  await expect(asked('SELECT 1', user)).rejects.toThrow(/privilege FILE/)
})

test('which grants let somebody write files', () => {
  expect(mayWriteFiles('GRANT SELECT, FILE ON *.* TO `a`@`%`')).toBe(true)
  expect(mayWriteFiles('GRANT ALL PRIVILEGES ON *.* TO `a`@`%` WITH GRANT OPTION')).toBe(true)
  expect(mayWriteFiles('GRANT ALL PRIVILEGES ON `shop`.* TO `a`@`%`')).toBe(false)
  expect(mayWriteFiles("GRANT USAGE ON *.* TO `FILE`@`%` IDENTIFIED BY PASSWORD 'x'")).toBe(false)
})

test('values are shown as what they are', async () => {
  const { columns, rows, server: name } = await asked('SELECT * FROM kinds')
  expect(name).toMatch(/^MariaDB \d+/)
  expect(columns.map(({ name: each, type }) => `${each} ${type}`)).toEqual(
    ['big bigint', 'price decimal', 'json text', 'bytes blob', 'at timestamp', 'day date', 'kind char'].concat([
      'many int unsigned',
      'note text',
    ]),
  )
  expect(rows).toEqual([
    [
      '9007199254740993',
      '1.50',
      { a: [1] },
      '\\xdead',
      expect.stringMatching(/^2026-01-0\d \d\d:04:05$/),
      '2026-01-02',
      'x',
      7,
      null,
    ],
  ])
  expect(await asked('SELECT big FROM kinds WHERE false')).toMatchObject({ columns: [{ name: 'big' }], rows: [] })
  expect((await asked('SHOW TABLES')).rows.flat()).toContain('notes')
})

test('a hundred thousand rows come in parts, and are cut where they should be', async () => {
  const sql = "SELECT seq, repeat('x', 40) FROM seq_1_to_100000"
  const all = await asked(sql, 'reader', { rows: 100_000 })
  expect([all.rows.length, all.cut]).toEqual([100_000, undefined])
  expect(await asked('SELECT seq FROM seq_1_to_1000000000', 'reader', { rows: 10 })).toMatchObject({ cut: 'rows' })
  expect(await asked("SELECT repeat('x', 4000) FROM seq_1_to_100000", 'reader', { rows: 100_000 })).toMatchObject({
    cut: 'bytes',
  })
})

test('a hundred thousand rows take little memory, and a cap takes none of what is beyond it', async () => {
  await using measured = await measuring('mysql', server.url('reader'))
  const little = await measured('SELECT 1', 1)
  const all = await measured("SELECT seq, repeat('x', 60) FROM seq_1_to_100000", 100_000)
  const capped = await measured("SELECT seq, repeat('x', 200) FROM seq_1_to_1000000000", 100)
  expect([all.rows, capped.rows]).toEqual([100_000, 100])
  expect(all.mib - little.mib).toBeLessThan(160)
  expect(capped.mib - little.mib).toBeLessThan(48)
})

test('a statement that takes too long, a wrong password and a missing database are said', async () => {
  const slow = (each: ReturnType<typeof question>) => readMysql(server.url('reader'), { ...each, seconds: 1 })
  expect(await withoutWords(slow, 'SELECT sleep(60)')).toMatch(/took too long/)
  const wrong = (each: ReturnType<typeof question>) => readMysql(server.url('reader').replace(':reader@', ':x@'), each)
  expect(await withoutWords(wrong, 'SELECT 1')).toMatch(/^The password or the user/)
  const gone = (each: ReturnType<typeof question>) => readMysql(server.url('reader', 'gone'), each)
  expect(await withoutWords(gone, 'SELECT 1')).toMatch(/gone/)
})
