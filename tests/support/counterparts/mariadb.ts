import path from 'node:path'
import { type Connection, createConnection } from 'mysql2/promise'
import { type Program, startProgram } from './program.ts'

export interface MariaServer extends Program {
  /** The address for a user, whose password is their name. */
  url(user: string, database?: string): string
  admin<T>(work: (connection: Connection) => Promise<T>): Promise<T>
}

/** A real MariaDB from the system's packages. */
export async function startMariaDb(): Promise<MariaServer> {
  const owner = process.getuid?.() === 0 ? ['--user=root'] : []
  const server = await startProgram({
    name: 'mariadb',
    prepare: (folder, run) =>
      run('mariadb-install-db', [
        ...['--no-defaults', `--datadir=${path.join(folder, 'data')}`, ...owner, '--skip-test-db'],
        '--auth-root-authentication-method=normal',
      ]),
    command: (folder, port) => [
      ...['mariadbd', '--no-defaults', `--datadir=${path.join(folder, 'data')}`, ...owner, `--port=${port}`],
      ...['--bind-address=127.0.0.1', `--socket=${path.join(folder, 'm.sock')}`, '--secure-file-priv='],
      ...[
        '--local-infile=1',
        '--skip-name-resolve',
        '--innodb-buffer-pool-size=16M',
        '--innodb-flush-log-at-trx-commit=0',
      ],
    ],
    ask: (_, folder) => asRoot(folder, async () => undefined),
  })
  return {
    ...server,
    url: (user, database = 'shop') => `mysql://${user}:${user}@127.0.0.1:${server.port}/${database}`,
    admin: work => asRoot(server.folder, work),
  }
}

async function asRoot<T>(folder: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ socketPath: path.join(folder, 'm.sock'), user: 'root' })
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}
