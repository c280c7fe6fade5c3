import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { type Program, startProgram } from './program.ts'

export interface PostgresServer extends Program {
  /** The address for a role, whose password is its name. */
  url(role: string, database?: string): string
  /** As the one who may do everything. */
  admin<T>(work: (sql: postgres.Sql) => Promise<T>, database?: string): Promise<T>
}

const ADMIN = 'admin'

/** A real PostgreSQL from the system's packages. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = newest('/usr/lib/postgresql')
  const server = await startProgram({
    name: 'postgres',
    user: 'postgres',
    prepare(folder, run) {
      fs.writeFileSync(path.join(folder, 'password'), ADMIN, { mode: 0o644 })
      run(path.join(bin, 'initdb'), [
        ...['-D', path.join(folder, 'data'), '-U', ADMIN, '--pwfile', path.join(folder, 'password')],
        ...['--auth=scram-sha-256', '--no-sync', '--no-instructions', '--encoding=UTF8', '--locale=C'],
      ])
    },
    command: (folder, port) => [
      path.join(bin, 'postgres'),
      ...['-D', path.join(folder, 'data'), '-p', String(port), '-k', folder],
      ...['listen_addresses=127.0.0.1', 'fsync=off', 'max_prepared_transactions=5'].flatMap(each => ['-c', each]),
    ],
    ask: port => asAdmin(port, 'postgres', sql => sql`SELECT 1`),
  })
  const { port } = server
  return {
    ...server,
    url: (role, database = 'postgres') => `postgresql://${role}:${role}@127.0.0.1:${port}/${database}`,
    admin: (work, database = 'postgres') => asAdmin(port, database, work),
  }
}

function newest(folder: string): string {
  const versions = fs.readdirSync(folder).sort((a, b) => Number(b) - Number(a))
  return path.join(folder, versions[0] ?? '', 'bin')
}

async function asAdmin<T>(port: number, database: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres({
    ...{ host: '127.0.0.1', port, database, user: ADMIN, pass: ADMIN, max: 1 },
    onnotice: () => undefined,
  })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
