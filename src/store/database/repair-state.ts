import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../files/files.ts'
import { readBytes } from '../files/read-file.ts'
import { RepositoryLock } from '../locks/lock.ts'
import { replaceHead } from '../log-chain/head.ts'
import { newestLink, startChain } from '../log-chain/link.ts'
import type { CarriedTable, TableRule } from '../salvage/found-rows.ts'
import { isHex, isPlausibleJson, isPlausibleTime } from '../salvage/plausible.ts'
import { bytesOf, replaceDamaged } from '../salvage/replace-damaged.ts'
import { salvageRows } from '../salvage/salvage-rows.ts'
import { insertRow, type Row, tableShapeOf } from '../salvage/table-shape.ts'
import { checkpointDatabase } from './replaced-database.ts'
import { type Database, immediateTransaction } from './sqlite.ts'
import { openState } from './state.ts'

/** What a new state may take over from a damaged one. Work in progress is not among it: its files are looked at instead. */
const CARRIED: Readonly<Record<string, CarriedTable>> = {
  operations: {
    isPlausible: row => isPlausibleTime(row.at) && [row.actor, row.result, row.effects].every(isPlausibleJson),
  },
  changes: { isPlausible: row => isAbsolute(row.root) && [row.before, row.after].every(isRevisionOrNull) },
  images: {
    isPlausible: row => row.bytes instanceof Uint8Array && revisionOf(row.bytes) === row.revision,
    provesItself: true,
  },
  known: { isPlausible: row => isAbsolute(row.root) && isHex(row.revision, 64) },
  requests: {
    isPlausible: row => isPlausibleTime(row.at) && [row.input, row.actor].every(isPlausibleJson),
    newest: ['answered'],
  },
  seals: { isPlausible: row => isHex(row.seal, 64) },
  budget_accounts: { isPlausible: row => [row.limits, row.costs].every(isPlausibleJson) },
  facts: { isPlausible: row => typeof row.name === 'string' && row.name.length > 0 },
}

export function stateRules(database: Database): TableRule[] {
  return Object.entries(CARRIED).map(([name, rule]) => ({ shape: tableShapeOf(database, name), ...rule }))
}

function isAbsolute(value: Row[string] | undefined): boolean {
  return typeof value === 'string' && path.isAbsolute(value)
}

function isRevisionOrNull(value: Row[string] | undefined): boolean {
  return value === null || isHex(value, 64)
}

export interface RepairedState {
  /** Where the damaged file is now. */
  readonly kept: string
  readonly operations: number
  readonly pages: number
  readonly unreadable: number
}

/** Puts a damaged `state.db` aside and begins a new one with every row whose pages are whole. */
export async function rebuildState(folder: string, now: number): Promise<RepairedState> {
  const file = path.join(folder, 'state.db')
  if (isLockDamaged(folder)) replaceLock(folder)
  const lock = new RepositoryLock(lockFileIn(folder))
  try {
    return await lock.hold(() => replace(file, now))
  } finally {
    lock.close()
  }
}

export function lockFileIn(folder: string): string {
  return path.join(folder, 'lock.db')
}

/** A lock that is not a database cannot be taken. */
export function isLockDamaged(folder: string): boolean {
  const bytes = readBytes(lockFileIn(folder))
  return bytes !== undefined && bytes.length > 0 && bytes.subarray(0, 15).toString('latin1') !== 'SQLite format 3'
}

/** It holds nothing, and nobody can hold it. */
export function replaceLock(folder: string): void {
  insistOnNoUsers(lockFileIn(folder))
  fs.rmSync(lockFileIn(folder), { force: true })
}

function insistOnNoUsers(file: string): void {
  const users = otherUsersOf(file)
  if (users.length === 0) return
  const names = users.map(pid => `process ${pid}`).join(', ')
  throw refuse('conflict', `${file} is in use by ${names}: stop them first.`, {
    target: file,
    fix: shell`furrow doctor`,
  })
}

function replace(file: string, now: number): RepairedState {
  insistOnNoUsers(file)
  const { kept, built } = replaceDamaged(file, now, fresh => {
    const { database } = openState(fresh)
    try {
      const filled = fill(database, bytesOf(file), now)
      checkpointDatabase(database)
      return { filled, newest: newestLink(database) }
    } finally {
      database.close()
    }
  })
  replaceHead(file, built.newest)
  return { kept, ...built.filled }
}

function fill(database: Database, bytes: ReturnType<typeof bytesOf>, now: number): Omit<RepairedState, 'kept'> {
  const { rows, pages, unreadable } = salvageRows(bytes.file, bytes.wal, stateRules(database))
  database.exec('PRAGMA foreign_keys=OFF')
  immediateTransaction(database, () => {
    for (const [table, found] of rows) for (const row of found) insertRow(database, table, row)
    database.exec(`
      DELETE FROM operations WHERE state <> 'done';
      DELETE FROM changes WHERE operation NOT IN (SELECT seq FROM operations);
      DELETE FROM operations WHERE seq IN (SELECT operation FROM changes GROUP BY operation HAVING count(*) <= max(n));
      DELETE FROM changes WHERE operation NOT IN (SELECT seq FROM operations);
      DELETE FROM operations WHERE seq NOT IN (SELECT operation FROM changes) AND undoes IS NULL`)
    startChain(database, { at: now, why: 'state.db rebuilt after damage' })
  })
  const { n } = database.prepare('SELECT count(*) AS n FROM operations').get() as { n: number }
  return { operations: n, pages, unreadable }
}

/** A process that has the file open would go on writing into the one that was put aside. Known on Linux alone. */
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
