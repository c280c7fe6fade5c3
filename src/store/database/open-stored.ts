import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { refuseLinked } from '../inside/refuse-linked.ts'
import {
  applyMigrations,
  connect,
  type Database,
  type Migrations,
  openDatabase,
  schemaVersion,
  sizeOf,
  translateSqliteErrors,
} from './sqlite.ts'
import { damageOf } from './write-guard.ts'

export interface StoredDatabase {
  readonly database: Database
  /** Why nothing can be written: the disk is full or closed to us, or the file is damaged. Reading goes on. */
  readonly frozen?: Refused
}

/**
 * A database that cannot be rebuilt: for writing where that is possible, else for reading, with the reason. One that other
 * processes use, and that is to be moved, is not kept open.
 */
export function openStored(file: string, migrations: Migrations, inUse?: Refused): StoredDatabase {
  refuseLinked(file)
  if (inUse !== undefined) return { database: openSnapshot(file, migrations), frozen: inUse }
  const damaged = damageOf(file)
  if (damaged !== undefined) return { database: openDamaged(file, migrations, damaged), frozen: damaged }
  // SQLite itself would open it, and fail with the first write.
  const closed = whyReadOnly(file)
  if (closed !== undefined) return readingOnly(file, migrations, closed)
  try {
    return { database: openDatabase(file, { migrations }) }
  } catch (error) {
    if (!isRefused(error) || (error.code !== 'disk_full' && error.code !== 'io_error')) throw error
    return readingOnly(file, migrations, error)
  }
}

function readingOnly(file: string, migrations: Migrations, frozen: Refused): StoredDatabase {
  const database = translateSqliteErrors(file, () => openForReading(file, migrations))
  if (database === undefined) throw frozen
  return { database, frozen }
}

/** Whether a database that could only be read may be opened for writing by now. */
export function mayBeWritable(file: string): boolean {
  return damageOf(file) === undefined && whyReadOnly(file) === undefined
}

/** Nothing is changed in it, whatever a statement asks for. */
function openDamaged(file: string, migrations: Migrations, damaged: Refused): Database {
  const database = translateSqliteErrors(file, () => connect(file, { readOnly: true, timeout: 5000 }))
  try {
    database.exec('PRAGMA query_only=ON; PRAGMA trusted_schema=OFF; PRAGMA mmap_size=0')
    if (schemaVersion(database) === migrations.length) return database
  } catch {
    // Its first page is damaged too: there is nothing to read.
  }
  database.close()
  throw damaged
}

/**
 * Reads without writing beside the file: as it is, where everything is in it, else a copy elsewhere, which takes in the
 * log and a newer schema. An empty one where there is none yet.
 */
function openForReading(file: string, migrations: Migrations): Database | undefined {
  if (sizeOf(file) === 0 && sizeOf(`${file}-wal`) === 0) return emptyDatabase(migrations)
  if (sizeOf(`${file}-wal`) === 0) {
    const unchanging = connect(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true })
    const version = schemaVersion(unchanging)
    if (version === migrations.length) return unchanging
    unchanging.close()
    if (version === 0) return emptyDatabase(migrations)
  }
  return openCopy(file, migrations)
}

function emptyDatabase(migrations: Migrations): Database {
  const empty = connect(':memory:')
  applyMigrations(empty, migrations)
  empty.exec('PRAGMA query_only=ON')
  return empty
}

/** What is in the log alone must not be missing, since missing would look like never done. */
function openCopy(file: string, migrations: Migrations): Database | undefined {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-read-'))
  try {
    const copy = path.join(folder, path.basename(file))
    for (const suffix of ['', '-wal'])
      if (fs.existsSync(`${file}${suffix}`))
        fs.writeFileSync(`${copy}${suffix}`, fs.readFileSync(`${file}${suffix}`), { mode: 0o600 })
    const database = openDatabase(copy, { migrations, synchronous: 'NORMAL' })
    database.exec('PRAGMA query_only=ON')
    return database
  } catch (error) {
    // No room for a copy either: the first reason says why nothing can be read.
    if (isRefused(error) || (error instanceof Error && 'code' in error)) return undefined
    throw error
  } finally {
    // Open files stay readable, and nothing is left behind.
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** As it is now, in a file of its own: no lock on the one that others write to outlasts this call. */
function openSnapshot(file: string, migrations: Migrations): Database {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-read-'))
  try {
    const copy = path.join(folder, path.basename(file))
    const source = translateSqliteErrors(file, () => connect(file, { readOnly: true, timeout: 5000 }))
    try {
      // Not compiled, which would keep the connection open after its end.
      translateSqliteErrors(file, () => source.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`))
    } finally {
      source.close()
    }
    const database = openDatabase(copy, { migrations, synchronous: 'NORMAL' })
    database.exec('PRAGMA query_only=ON')
    return database
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

export function whyReadOnly(file: string): Refused | undefined {
  const folder = nearest(path.dirname(file))
  for (const place of [folder, file, `${file}-wal`])
    try {
      if (fs.existsSync(place)) fs.accessSync(place, fs.constants.W_OK)
    } catch (error) {
      const isMount = error instanceof Error && 'code' in error && error.code === 'EROFS'
      const says = isMount ? 'it is on a read-only file system' : 'access is denied'
      return refuse('io_error', `${place} cannot be written: ${says}. Nothing was saved; reading goes on.`, {
        target: place,
        fix: isMount ? shell`export FURROW_HOME="$HOME/.furrow"` : shell`chmod u+rwX ${place}`,
        cause: error,
      })
    }
  return undefined
}

function nearest(folder: string): string {
  return fs.existsSync(folder) || path.dirname(folder) === folder ? folder : nearest(path.dirname(folder))
}
