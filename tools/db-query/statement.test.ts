import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, type Dialect } from './address.ts'
import { whyNotRead } from './statement.ts'

const DIALECTS: readonly Dialect[] = ['postgresql', 'mysql', 'sqlite']

test.each([
  ['SELECT 1', DIALECTS],
  ['  select 1 ;  ', DIALECTS],
  ['-- a comment\nSELECT 1 -- another', DIALECTS],
  ['/* one */ WITH a AS (SELECT 1) SELECT * FROM a', DIALECTS],
  ["SELECT ';', 'it''s; fine'", DIALECTS],
  ['(SELECT 1) UNION (SELECT 2)', ['postgresql', 'mysql']],
  ['SELECT $$ ; DROP TABLE a $$', ['postgresql']],
  ["SELECT E'\\';'", ['postgresql']],
  ['/* a /* nested */ one */ SELECT 1', ['postgresql']],
  ["SELECT '\\'; DELETE'", ['mysql']],
  ['SELECT `a;b`, "c;d" # ;', ['mysql']],
  ['SELECT [a;b] FROM "c;d"', ['sqlite']],
  ['PRAGMA table_info(notes)', ['sqlite']],
  ["PRAGMA main.index_list('notes');", ['sqlite']],
  ['PRAGMA user_version', ['sqlite']],
  ['SHOW TABLES', ['mysql', 'postgresql']],
  ['TABLE notes', ['mysql', 'postgresql']],
  ['EXPLAIN (ANALYZE, FORMAT json) SELECT 1', ['postgresql']],
  ['EXPLAIN ANALYZE VERBOSE (SELECT 1)', ['postgresql']],
  ['EXPLAIN UPDATE notes SET id = 1', DIALECTS],
] as const)('%s may be sent', (sql, dialects) => {
  expect(dialects.map(dialect => whyNotRead(sql, dialect))).toEqual(dialects.map(() => undefined))
})

test.each(['', '   ', '-- nothing', ';', '()', 'DELETE FROM a', 'SELECT 1; SELECT 2', '/* */ ; drop table a'])(
  '%j may not',
  sql => {
    for (const dialect of DIALECTS) expect(whyNotRead(sql, dialect)).toBeTypeOf('string')
  },
)

test('a word that writes is never taken for reading, whatever is around it', () => {
  const around = fc.constantFrom(' ', '\n', '\t', '/* x */', '-- x\n', '(', '/* ; */', '/* SELECT */')
  const verb = fc.constantFrom(
    'insert',
    'UPDATE',
    'Delete',
    'drop',
    'attach',
    'vacuum',
    'commit',
    'call',
    'do',
    'copy',
    'set',
  )
  fc.assert(
    fc.property(fc.array(around, { maxLength: 6 }), verb, fc.constantFrom(...DIALECTS), (before, word, dialect) => {
      expect(whyNotRead(`${before.join('')}${word} x`, dialect)).toBeTypeOf('string')
    }),
  )
})

test('any text is judged, and a second statement after a whole first one is seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...DIALECTS), (text, dialect) => {
      whyNotRead(text, dialect)
      const quoted = `'${text.replace(/['\\\u0000]/g, '')}'`
      expect(whyNotRead(`SELECT ${quoted}`, dialect)).toBeUndefined()
      expect(whyNotRead(`SELECT ${quoted}; SELECT 2`, dialect)).toMatch(/several/)
    }),
  )
})

test.each([
  ['postgres://a:b@host/db', { dialect: 'postgresql', url: 'postgresql://a:b@host/db' }],
  [
    'postgresql+psycopg://host/db?sslmode=require',
    { dialect: 'postgresql', url: 'postgresql://host/db?sslmode=require' },
  ],
  ['mariadb://a@host:3307/db', { dialect: 'mysql', url: 'mysql://a@host:3307/db' }],
  ['sqlite:./dev.db', { dialect: 'sqlite', files: ['/root/dev.db'] }],
  ['file:dev.db?mode=ro', { dialect: 'sqlite', files: ['/root/dev.db'] }],
  ['sqlite:///var/dev.db', { dialect: 'sqlite', files: ['/var/dev.db', '/root/var/dev.db'] }],
  ['sqlite:////var/dev.db', { dialect: 'sqlite', files: ['/var/dev.db', '/root/var/dev.db'] }],
  ['data/dev.sqlite3', { dialect: 'sqlite', files: ['/root/data/dev.sqlite3'] }],
])('%s is understood', (text, address) => {
  expect(addressOf(text, '/root')).toEqual(address)
})

test.each(['', 'oracle://host/db', 'postgresql:host', 'sqlite::memory:', 'sqlite:', 'mysql:///'.slice(0, 6)])(
  '%j is refused without repeating it',
  text => {
    expect(() => addressOf(text, '/root')).toThrow(/^DATABASE_URL/)
  },
)
