import fs from 'node:fs'
import path from 'node:path'
import { isRefused, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { syncFolder } from './files.ts'
import { RepositoryLock } from './lock.ts'
import { type Database, isSqliteError } from './sqlite.ts'
import { openState } from './state.ts'

/** What a new state may take over from a damaged one. Work in progress is not among it: its files are looked at instead. */
const CARRIED = ['operations', 'changes', 'images', 'known', 'requests', 'facts'] as const

export interface MendedState {
  /** Where the damaged file is now. */
  readonly kept: string
  readonly operations: number
}

/** Puts a damaged `state.db` aside and begins a new one with every row that can still be read. */
export async function mendState(folder: string, now: number): Promise<MendedState> {
  const file = path.join(folder, 'state.db')
  const lock = new RepositoryLock(path.join(folder, 'lock.db'))
  try {
    return await lock.hold(() => replace(file, now))
  } finally {
    lock.close()
  }
}

function replace(file: string, now: number): MendedState {
  const users = otherUsersOf(file)
  if (users.length > 0)
    throw refuse(
      'conflict',
      `${file} is in use by ${users.map(pid => `process ${pid}`).join(', ')}: stop them first.`,
      {
        target: file,
        fix: shell`furrow doctor`,
      },
    )
  const kept = `${file}.damaged-${new Date(now).toISOString().replace(/[-:.]/g, '').slice(0, 15)}`
  for (const suffix of ['', '-wal', '-shm'])
    if (fs.existsSync(`${file}${suffix}`)) fs.renameSync(`${file}${suffix}`, `${kept}${suffix}`)
  syncFolder(path.dirname(file))
  const { database } = openState(file)
  try {
    takeOver(database, kept)
    const { n } = database.prepare('SELECT count(*) AS n FROM operations').get() as { n: number }
    return { kept, operations: n }
  } finally {
    database.close()
  }
}

function takeOver(database: Database, kept: string): void {
  if (!attach(database, kept)) return
  database.exec('PRAGMA foreign_keys=OFF')
  for (const table of CARRIED) copyTable(database, table)
  database.exec(`
    DELETE FROM operations WHERE state <> 'done';
    DELETE FROM changes WHERE operation NOT IN (SELECT seq FROM operations);
    DELETE FROM operations WHERE seq NOT IN (SELECT operation FROM changes) AND undoes IS NULL;
    DETACH DATABASE damaged`)
}

function attach(database: Database, kept: string): boolean {
  try {
    database.prepare('ATTACH DATABASE ? AS damaged').run(kept)
    return true
  } catch (error) {
    if (isSqliteError(error)) return false
    throw error
  }
}

/** A damaged page ends the reading of its table; what came before it stays. */
function copyTable(database: Database, table: string): void {
  try {
    const rows = database.prepare(`SELECT * FROM damaged.${table}`).iterate() as IterableIterator<
      Record<string, string | number | Uint8Array | null>
    >
    for (const row of rows) insert(database, table, row)
  } catch (error) {
    if (!isSqliteError(error) && !isRefused(error)) throw error
  }
}

function insert(database: Database, table: string, row: Record<string, string | number | Uint8Array | null>): void {
  const names = Object.keys(row)
  database
    .prepare(`INSERT OR IGNORE INTO main.${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row))
}

/** Whoever has the file open would go on writing into the one that was put aside. Known on Linux alone. */
function otherUsersOf(file: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.filter(pid => opensOf(pid).some(open => open === file || open === `${file}-wal`)).map(Number)
}

function opensOf(pid: string): string[] {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`).flatMap(fd => linkAt(`/proc/${pid}/fd/${fd}`))
  } catch {
    // It has ended, or is somebody else's.
    return []
  }
}

function linkAt(link: string): string[] {
  try {
    return [fs.readlinkSync(link)]
  } catch {
    // Closed meanwhile.
    return []
  }
}
