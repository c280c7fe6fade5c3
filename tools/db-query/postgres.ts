import { once } from 'node:events'
import { type Answer, type Column, collector, type Question } from './answer.ts'
import { cellOf, TYPES } from './postgres-values.ts'
import { type Line, lineTo } from './sockets.ts'
import { postgres } from './vendor/postgres.js'

const ROWS_AT_ONCE = 200

/** One statement by the extended protocol, in a transaction that is read-only and is never committed. */
export async function readPostgres(url: string, question: Question): Promise<Answer> {
  const { host, port, path } = placeOf(url)
  const line = lineTo({ host, port, path }, question)
  const sql = postgres(withoutExtras(url), optionsFor(line, host))
  const work = ask(sql, question)
  // Whoever lost the race has nobody to tell.
  work.catch(() => undefined)
  try {
    return await line.during(work)
  } finally {
    sql.end({ timeout: 0 }).catch(() => undefined)
    line.end()
  }
}

type Sql = ReturnType<typeof postgres>

/** There is one connection and never a second, so all of this is one session. */
async function ask(connection: Sql, question: Question): Promise<Answer> {
  await connection.unsafe('BEGIN TRANSACTION READ ONLY')
  // A transaction that has asked something cannot be made writable any more.
  const server = await requireHarmless(connection, question)
  const { columns } = await connection.unsafe(question.sql).describe()
  const { add, answer } = collector(question.rows)
  const types = columns.map(({ type }) => type)
  for await (const rows of connection.unsafe(question.sql).raw().cursor(ROWS_AT_ONCE)) {
    const raw: readonly unknown[] = rows
    const texts = raw as readonly (Buffer | null)[][]
    if (!texts.every(row => add(row.map((text, index) => cellOf(types[index] ?? 0, text))))) break
  }
  const named = await columnsOf(connection, columns)
  await connection.unsafe('ROLLBACK')
  return answer(server, named)
}

const SETTINGS = `SELECT pg_catalog.set_config('statement_timeout', $1, true),
  pg_catalog.set_config('lock_timeout', $1, true), pg_catalog.set_config('timezone', 'UTC', true),
  pg_catalog.set_config('datestyle', 'ISO, YMD', true), pg_catalog.set_config('bytea_output', 'hex', true),
  pg_catalog.current_setting('server_version') AS version, pg_catalog.current_setting('is_superuser') AS super`

/** Roles that it is, or could become in the middle of a statement, to which a read-only transaction is no limit. */
const ROLES = `SELECT rolname::text AS name FROM pg_catalog.pg_roles
  WHERE (rolsuper OR rolreplication OR rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'))
    AND pg_catalog.pg_has_role(current_user, oid, 'MEMBER')
  ORDER BY rolname = current_user DESC, rolname LIMIT 5`

/** Functions that it may call and that can write around the transaction: by another connection, or as the server itself. */
const FUNCTIONS = `SELECT DISTINCT coalesce(e.extname, l.lanname)::text AS name
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang
    LEFT JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    LEFT JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid
  WHERE (e.extname IN ('dblink', 'adminpack') OR NOT l.lanpltrusted AND l.lanname NOT IN ('internal', 'c'))
    AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE') LIMIT 5`

async function requireHarmless(connection: Sql, { seconds }: Question): Promise<string> {
  const [settings] = await connection.unsafe(SETTINGS, [String(seconds * 1000)])
  const roles = await connection.unsafe(ROLES, [], { prepare: false })
  const names = roles.map(({ name }) => String(name))
  if (settings?.['super'] === 'on' || names.length > 0)
    throw new Error(
      `The role of DATABASE_URL is or may become ${names.join(', ') || 'a superuser'}, which can write files or replicate whatever the transaction says. Use one that can only read: CREATE ROLE reader LOGIN PASSWORD '…'; GRANT pg_read_all_data TO reader;`,
    )
  const functions = await connection.unsafe(FUNCTIONS)
  if (functions.length > 0)
    throw new Error(
      `The role of DATABASE_URL may call functions of ${functions.map(({ name }) => name).join(', ')}, which can write whatever the transaction says. Revoke EXECUTE on them from PUBLIC and from that role.`,
    )
  return `PostgreSQL ${String(settings?.['version'])}`
}

/** Types that a database made itself have their names there. */
async function columnsOf(connection: Sql, columns: readonly { name: string; type: number }[]): Promise<Column[]> {
  const unknown = [...new Set(columns.map(({ type }) => type).filter(type => TYPES[type] === undefined))]
  const names = new Map<number, string>()
  if (unknown.length > 0) {
    const list = unknown.map(Number).join(', ')
    const rows = await connection.unsafe(
      `SELECT oid::int8 AS oid, pg_catalog.format_type(oid, NULL) AS name FROM pg_catalog.pg_type WHERE oid IN (${list})`,
    )
    for (const { oid, name } of rows) names.set(Number(oid), String(name))
  }
  return columns.map(({ name, type }) => ({ name, type: TYPES[type] ?? names.get(type) ?? String(type) }))
}

function optionsFor(line: Line, host: string) {
  let taken = false
  return {
    max: 1,
    prepare: false,
    fetch_types: false,
    idle_timeout: 0,
    connect_timeout: 0,
    connection: { application_name: 'furrow db-query' },
    onnotice: () => undefined,
    // The driver knocks again and again at a server that hangs up.
    socket() {
      if (taken) throw new Error('The server ended the connection.')
      taken = true
      return connected(line, host)
    },
  }
}

async function connected({ socket }: Line, host: string) {
  if (socket.connecting) await once(socket, 'connect')
  // By this name it checks the certificate.
  return Object.assign(socket, { host })
}

const PORT = 5432
const KNOWN = ['sslmode', 'ssl', 'sslnegotiation', 'options', 'search_path']

/** What libraries add for themselves, as `schema` or `pgbouncer`, a server would take for settings of its own. */
function withoutExtras(given: string): string {
  const url = new URL(given)
  for (const name of [...url.searchParams.keys()]) if (!KNOWN.includes(name)) url.searchParams.delete(name)
  return url.href
}

function placeOf(url: string): { host: string; port: number; path: string | undefined } {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const number = Number(port || searchParams.get('port') || PORT)
  const path = host.startsWith('/') ? `${host}/.s.PGSQL.${number}` : undefined
  return { host: host || 'localhost', port: number, path }
}
