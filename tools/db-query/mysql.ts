import { type Answer, collector, type Question } from './answer.ts'
import { cellOf, type Field, typeOf } from './mysql-values.ts'
import { type Line, lineTo } from './sockets.ts'
import { createConnection } from './vendor/mysql.js'

/** One prepared statement in a read-only transaction of a session that is read-only as well. */
export async function readMysql(url: string, question: Question): Promise<Answer> {
  const { hostname, port, searchParams } = new URL(url)
  const path = searchParams.get('socketPath') ?? undefined
  const line = lineTo({ host: decodeURIComponent(hostname) || 'localhost', port: Number(port || PORT), path }, question)
  const connection = createConnection(optionsFor(url, line))
  const failed = new Promise<never>((_, reject) => void connection.on('error', reject))
  const work = Promise.race([ask(connection, question), failed])
  work.catch(() => undefined)
  try {
    return await line.during(work)
  } finally {
    connection.destroy()
    line.end()
  }
}

const PORT = 3306

type Connection = ReturnType<typeof createConnection>

function optionsFor(url: string, { socket }: Line) {
  const { username, password, pathname, searchParams } = new URL(url)
  const mode = (searchParams.get('sslmode') ?? searchParams.get('ssl-mode') ?? '').toLowerCase()
  return {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ...(pathname.length > 1 && { database: decodeURIComponent(pathname.slice(1)) }),
    ...((mode.startsWith('requir') || mode.startsWith('prefer')) && { ssl: { rejectUnauthorized: false } }),
    ...(mode.startsWith('verif') && { ssl: {} }),
    stream: () => socket,
    // A server may ask for files of this machine; nobody answers that.
    flags: ['-LOCAL_FILES'],
    charset: 'utf8mb4',
    multipleStatements: false,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    disableEval: true,
    connectTimeout: 0,
  }
}

async function ask(connection: Connection, question: Question): Promise<Answer> {
  const server = await prepare(connection, question.seconds)
  await requireHarmless(connection)
  const { add, answer } = collector(question.rows)
  let fields: readonly Field[] = []
  const rows = connection.execute(question.sql).on('fields', (found: Field[] | undefined) => {
    fields = found ?? []
  })
  for await (const row of rows.stream({ highWaterMark: 100 })) {
    if (!Array.isArray(row)) throw new Error('That is no statement that answers rows.')
    if (!add(row.map(cellOf))) break
  }
  return answer(
    server,
    fields.map(field => ({ name: field.name, type: typeOf(field) })),
  )
}

async function prepare(connection: Connection, seconds: number): Promise<string> {
  const [[version = '']] = (await rowsOf(connection, 'SELECT version()')) as [[string]]
  const isMariaDb = version.includes('MariaDB')
  for (const statement of [
    isMariaDb ? `SET SESSION max_statement_time = ${seconds}` : `SET SESSION max_execution_time = ${seconds * 1000}`,
    `SET SESSION lock_wait_timeout = ${seconds}, innodb_lock_wait_timeout = ${seconds}`,
    "SET SESSION time_zone = '+00:00'",
    'SET SESSION TRANSACTION READ ONLY',
    'START TRANSACTION READ ONLY',
  ])
    await rowsOf(connection, statement)
  return isMariaDb ? `MariaDB ${version.replace(/-MariaDB.*$/, '')}` : `MySQL ${version}`
}

/** Files of the server are no part of its transactions. */
async function requireHarmless(connection: Connection): Promise<void> {
  const [[role]] = (await rowsOf(connection, 'SELECT current_role()')) as [[string | null]]
  const isRole = role !== null && role !== 'NONE' && role.includes('@')
  const grants = await rowsOf(connection, isRole ? `SHOW GRANTS FOR CURRENT_USER() USING ${role}` : 'SHOW GRANTS')
  const wide = grants.flat().find(mayWriteFiles)
  if (wide !== undefined)
    throw new Error(
      "The user of DATABASE_URL has the privilege FILE or SUPER, with which a statement writes files on the server. Use one that can only read: CREATE USER reader IDENTIFIED BY '…'; GRANT SELECT, SHOW VIEW ON mydatabase.* TO reader;",
    )
}

/** A line of SHOW GRANTS. */
export function mayWriteFiles(grant: unknown): boolean {
  const privileges = /^GRANT (.*?) ON \*\.\* TO /i.exec(String(grant))?.[1] ?? ''
  return privileges.split(', ').some(each => /^(?:ALL(?: PRIVILEGES)?|FILE|SUPER)$/i.test(each))
}

function rowsOf(connection: Connection, sql: string): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true }, (error, rows) => {
      if (error === null) resolve(Array.isArray(rows) ? (rows as unknown[][]) : [])
      else reject(error)
    })
  })
}
