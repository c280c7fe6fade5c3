import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPostgres } from '../../../tools/db-query/postgres.ts'
import { type PostgresServer, startPostgres } from '../../support/counterparts/postgres.ts'
import { asTool, forgetOut, outExists, question, withoutWords } from './asking.ts'
import { measuring } from './memory.ts'
import { ON_POSTGRES } from './statements.ts'

let server: PostgresServer

const SETUP = `
  CREATE ROLE owner LOGIN PASSWORD 'owner';
  GRANT ALL ON SCHEMA public TO owner;
  CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT pg_read_all_data TO reader;
  CREATE ROLE files LOGIN PASSWORD 'files'; GRANT pg_write_server_files TO files;
  CREATE ROLE copies LOGIN PASSWORD 'copies' REPLICATION;
  CREATE ROLE bosses SUPERUSER;
  CREATE ROLE sneaky LOGIN PASSWORD 'sneaky' NOINHERIT; GRANT bosses TO sneaky;
  SET ROLE owner;
  CREATE TABLE notes (id serial PRIMARY KEY, text text);
  INSERT INTO notes (text) VALUES ('one'), ('two');
  CREATE SEQUENCE ids;
  CREATE MATERIALIZED VIEW counted AS SELECT count(*) FROM notes;
  CREATE FUNCTION add_note() RETURNS int LANGUAGE sql AS $$ INSERT INTO notes (text) VALUES ('made') RETURNING id $$;
  CREATE FUNCTION add_note_as_owner() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN DELETE FROM notes; RETURN 1; END $$;
  CREATE PROCEDURE add_notes() LANGUAGE plpgsql AS $$ BEGIN COMMIT; INSERT INTO notes (text) VALUES ('called'); COMMIT; END $$;
  SELECT lo_from_bytea(4711, 'large');
  CREATE TYPE mood AS ENUM ('calm', 'wild')`

/** Everything that could be different afterwards. */
const FINGERPRINT = `SELECT string_agg(part, E'\\n' ORDER BY part) AS all FROM (
  SELECT 'note ' || id || text FROM notes
  UNION ALL SELECT 'sequence ' || last_value || is_called FROM ids
  UNION ALL SELECT 'notes_id ' || last_value || is_called FROM notes_id_seq
  UNION ALL SELECT 'relation ' || relname || relkind::text || coalesce(relacl::text, '') || relnatts FROM pg_class WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT 'temporary ' || relname FROM pg_class WHERE relpersistence = 't'
  UNION ALL SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT 'large ' || loid || md5(data) FROM pg_largeobject
  UNION ALL SELECT 'held ' || gid FROM pg_prepared_xacts
  UNION ALL SELECT 'slot ' || slot_name FROM pg_replication_slots
  UNION ALL SELECT 'role ' || rolname || coalesce(rolconfig::text, '') FROM pg_roles
  UNION ALL SELECT 'comment ' || description FROM pg_description WHERE objoid = 'notes'::regclass
  UNION ALL SELECT 'setting ' || setting FROM pg_settings WHERE name = 'work_mem') parts (part)`

const fingerprint = () => server.admin(async sql => String((await sql.unsafe(FINGERPRINT))[0]?.['all']))
const asked = (sql: string, role = 'reader', more = {}) => readPostgres(server.url(role), question(sql, more))

beforeAll(async () => {
  server = await startPostgres()
  await server.admin(sql => sql.unsafe(SETUP))
})
afterAll(() => server?.[Symbol.asyncDispose]())

test(`an owner of everything changes nothing by any of ${ON_POSTGRES.length} statements`, async () => {
  forgetOut()
  const before = await fingerprint()
  const said = new Map<string, string>()
  for (const sql of ON_POSTGRES)
    said.set(sql, await asTool('postgresql', each => readPostgres(server.url('owner'), each), sql))
  expect([...said].filter(([, text]) => text.startsWith('rows:')).map(([sql]) => sql)).toEqual([])
  expect(await fingerprint()).toBe(before)
  expect(outExists()).toBe(false)
})

test('nor when the words are not looked at: the server, the role and the rollback hold alone', async () => {
  forgetOut()
  const before = await fingerprint()
  // Only the words keep these away: the first is no write, and outlives the session; the others wait for more.
  const statements = ON_POSTGRES.filter(sql => !/^PREPARE TRANSACTION|STDIN|STDOUT/.test(sql))
  for (const sql of statements) await withoutWords(each => readPostgres(server.url('owner'), each), sql)
  expect(await fingerprint()).toBe(before)
  expect(outExists()).toBe(false)
})

test.each([
  ['admin', /admin.*Use one that can only read/],
  ['files', /pg_write_server_files/],
  ['copies', /copies.*replicate/],
  ['sneaky', /bosses/],
])('the role %s is refused', async (role, words) => {
  await expect(asked('SELECT 1', role)).rejects.toThrow(words)
})

test('a role that may call dblink is refused, and one that may not is served', async () => {
  await server.admin(sql => sql.unsafe('CREATE DATABASE linked'))
  await server.admin(sql => sql.unsafe('CREATE EXTENSION dblink'), 'linked')
  const ask = () => readPostgres(server.url('reader', 'linked'), question('SELECT 1'))
  await expect(ask()).rejects.toThrow(/functions of dblink/)
  await server.admin(sql => sql.unsafe('REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC'), 'linked')
  expect((await ask()).rows).toEqual([[1]])
})

test('values are shown as what they are', async () => {
  const {
    columns,
    rows,
    server: name,
  } = await asked(`SELECT 9007199254740993 AS big, 1.50::numeric AS price,
    '2026-01-02 03:04:05.678+02'::timestamptz AS at, '2026-01-02 03:04:05'::timestamp AS local, '{"a": [1]}'::jsonb AS json,
    '\\xdead'::bytea AS bytes, 'wild'::mood AS mood, ARRAY[1, 2] AS list, 'NaN'::float8 AS nan, true AS yes, NULL AS none, 2 AS yes`)
  expect(name).toMatch(/^PostgreSQL \d+/)
  expect(columns.map(({ type }) => type)).toEqual(
    ['bigint', 'numeric', 'timestamptz', 'timestamp', 'jsonb', 'bytea', 'mood', 'integer[]', 'double precision'].concat(
      ['boolean', 'text', 'integer'],
    ),
  )
  expect(rows).toEqual([
    [
      '9007199254740993',
      '1.50',
      '2026-01-02T01:04:05.678Z',
      '2026-01-02T03:04:05',
      { a: [1] },
      '\\xdead',
      'wild',
      '{1,2}',
      'NaN',
      true,
      null,
      2,
    ],
  ])
  expect(columns.filter(({ name: each }) => each === 'yes')).toHaveLength(2)
})

test('an empty answer has its columns, and a wrong statement its line', async () => {
  expect(await asked('SELECT id FROM notes WHERE false')).toMatchObject({ columns: [{ name: 'id' }], rows: [] })
  expect(await withoutWords(each => readPostgres(server.url('reader'), each), 'SELECT 1,\n  wrong')).toMatch(
    /wrong.*\(line 2\)/s,
  )
})

test('a hundred thousand rows come in parts, and are cut where they should be', async () => {
  const sql = "SELECT n, repeat('x', 40) FROM generate_series(1, 100000) n"
  const all = await asked(sql, 'reader', { rows: 100_000 })
  expect([all.rows.length, all.cut]).toEqual([100_000, undefined])
  const some = await asked(sql, 'reader', { rows: 10 })
  expect([some.rows.length, some.cut]).toEqual([10, 'rows'])
  const wide = await asked("SELECT n, repeat('x', 4000) FROM generate_series(1, 100000) n", 'reader', { rows: 100_000 })
  expect(wide.cut).toBe('bytes')
  expect(wide.rows.length).toBeLessThan(3000)
})

test('a hundred thousand rows take little memory, and a cap takes none of what is beyond it', async () => {
  await using measured = await measuring('postgresql', server.url('reader'))
  const little = await measured('SELECT 1', 1)
  const all = await measured("SELECT n, repeat('x', 60) FROM generate_series(1, 100000) n", 100_000)
  const capped = await measured("SELECT n, repeat('x', 200) FROM generate_series(1, 1000000) n", 100)
  expect([all.rows, capped.rows]).toEqual([100_000, 100])
  expect(all.mib - little.mib).toBeLessThan(160)
  expect(capped.mib - little.mib).toBeLessThan(48)
})

test('one value that is too large ends the answer, and a statement that takes too long ends itself', async () => {
  await expect(asked("SELECT repeat('x', 100000000)", 'reader', { seconds: 30 })).rejects.toThrow(/larger than 64 MiB/)
  const slow = (sql: string) => withoutWords(each => readPostgres(server.url('reader'), { ...each, seconds: 1 }), sql)
  expect(await slow('SELECT pg_sleep(60)')).toMatch(/took too long/)
  expect(await slow("SELECT set_config('statement_timeout', '0', true), pg_sleep(60)")).toMatch(/took too long/)
})

test('a wrong password and a missing database are said', async () => {
  const url = (to: string) => ({ read: (each: ReturnType<typeof question>) => readPostgres(to, each) })
  const wrong = server.url('reader').replace(':reader@', ':wrong@')
  expect(await withoutWords(url(wrong).read, 'SELECT 1')).toMatch(/^The password or the user/)
  expect(await withoutWords(url(server.url('reader', 'gone')).read, 'SELECT 1')).toMatch(/"gone" does not exist/)
  const bySocket = `postgresql://reader:reader@localhost/postgres?host=${server.folder}&port=${server.port}&schema=public`
  expect(await withoutWords(url(bySocket).read, 'SELECT 1')).toBe('rows: 1')
})
