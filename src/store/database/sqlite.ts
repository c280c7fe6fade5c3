import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { DatabaseSync } from '@photostructure/sqlite'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { makeFolder, syncFile, syncFolder, tempName } from '../files/files.ts'
import { diskRefusal, ioRefusal } from '../files/io-refusal.ts'
import { whyNotLocal } from '../files/local-filesystem.ts'
import { refuseLinked } from '../inside/refuse-linked.ts'
import { adviseUpdate } from '../installation/installation.ts'
import { damageOf, MOST_COMPARED_BYTES, markDamaged, WriteGuard } from './write-guard.ts'

export type Database = InstanceType<typeof DatabaseSync>

/** Numbered steps: the index plus one is the schema version that a step leads to. */
export type Migrations = readonly (string | ((database: Database) => void))[]

export interface OpenOptions {
  readonly migrations: Migrations
  /** FULL for what cannot be rebuilt, NORMAL for caches. */
  readonly synchronous?: 'FULL' | 'NORMAL'
  readonly busyTimeoutMs?: number
}

const OLDEST_SAFE = [3, 51, 3] as const
const BUSY = 5
const FULL = 13
const OTHER = 1
const READ_ONLY = 8
/** The index of the write-ahead log takes 32 KiB, the log itself a few pages. */
const ROOM_TO_WORK = 64 * 1024
const UNUSABLE: ReadonlySet<number> = new Set([READ_ONLY, 10, 14])
const CORRUPT: ReadonlySet<number> = new Set([11, 26])

/** Opens a database in WAL mode at the newest schema; a backup is taken before the first step of a migration. */
export function openDatabase(
  file: string,
  { migrations, synchronous = 'FULL', busyTimeoutMs = 5000 }: OpenOptions,
): Database {
  return translateSqliteErrors(file, () => {
    prepareFolder(file)
    refuseLinked(file)
    const database = new (driver().DatabaseSync)(file, { timeout: busyTimeoutMs })
    try {
      if ((fs.statSync(file).mode & 0o777) !== 0o600) fs.chmodSync(file, 0o600)
      database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; PRAGMA foreign_keys=ON;
        PRAGMA trusted_schema=OFF; PRAGMA mmap_size=0`)
      if (synchronous === 'FULL') guards.set(database, new WriteGuard(file, () => whyDamaged(database, file)))
      migrate(database, file, migrations)
    } catch (error) {
      database.close()
      throw error
    }
    if (synchronous === 'FULL') guarded.set(file, fs.statSync(file, { bigint: true }).ino)
    return database
  })
}

/** What cannot be rebuilt is not written to once it is damaged; an index is simply made again. */
const guards = new WeakMap<Database, WriteGuard>()
const guarded = new Map<string, bigint>()

/** Refuses when the database is damaged; for writers that do not write through `immediately`. */
export function requireSoundDatabase(database: Database): void {
  guards.get(database)?.beforeWrite()
}

export function closeDatabase(database: Database): void {
  const guard = guards.get(database)
  if (guard === undefined) database.close()
  else guard.whileClosing(() => database.close())
}

function whyDamaged(database: Database, file: string): string | undefined {
  // What is in the cache is not what is on the disk.
  database.exec('PRAGMA shrink_memory')
  const pragma = sizeOf(file) <= MOST_COMPARED_BYTES ? 'integrity_check' : 'quick_check'
  try {
    const [says] = Object.values(database.prepare(`PRAGMA ${pragma}(1)`).get() ?? {})
    return says === 'ok' ? undefined : String(says).replace(/\s+/g, ' ')
  } catch (error) {
    if (CORRUPT.has(sqliteCode(error) ?? 0)) return (error as Error).message
    throw error
  }
}

/** Somebody else's database: opened for reading, closed at the end of the scope. */
export function readDatabase(file: string): Database & Disposable {
  return translateSqliteErrors(file, () => {
    if (!fs.existsSync(file)) throw refuse('not_found', `There is no file ${file}.`, { target: file })
    const database = new (driver().DatabaseSync)(file, { readOnly: true })
    return Object.assign(database, { [Symbol.dispose]: () => database.close() })
  })
}

/** A connection without any preparation; `?immutable=1` behind a file's URL reads without locks and logs. */
export function connect(place: string, options: { readOnly?: boolean; timeout?: number } = {}): Database {
  return new (driver().DatabaseSync)(place, options)
}

/** A database that nobody writes to: only its kernel lock is used. */
export function openLockFile(file: string): Database {
  return translateSqliteErrors(file, () => {
    prepareFolder(file)
    refuseLinked(file)
    const database = new (driver().DatabaseSync)(file, { timeout: 0 })
    fs.chmodSync(file, 0o600)
    if (sizeOf(file) === 0) giveFirstPage(database)
    return database
  })
}

/** In an empty database every transaction would begin by writing one, with a journal file that comes and goes. */
function giveFirstPage(database: Database): void {
  try {
    database.exec('PRAGMA user_version=1')
  } catch (error) {
    // Somebody else is at it, or there is no room: it locks as well without.
    if (sqliteCode(error) === undefined) throw error
  }
}

type Statement = ReturnType<Database['prepare']>
type UntypedRow = ReturnType<Statement['all']>[number]

/** A statement with the rows that its author knows it to give: nothing else says what SQL returns. */
export interface TypedStatement<Row> extends Omit<Statement, 'all' | 'get'> {
  all(...values: Parameters<Statement['all']>): Row[]
  get(...values: Parameters<Statement['get']>): Row | undefined
}

export function typedStatement<Row>(database: Database, sql: string): TypedStatement<Row> {
  return typed(database.prepare(sql))
}

function typed<Row>(statement: Statement): TypedStatement<Row> {
  return statement as Omit<Statement, 'all' | 'get'> as TypedStatement<Row>
}

const statements = new WeakMap<Database, Map<string, Statement>>()
/** Statements with conditions put together at run time are many; the oldest go first. */
const MOST_STATEMENTS = 200

/**
 * A statement that is compiled once for each connection, for one that lasts as long as its process: a connection that
 * is closed keeps its files open until what it compiled is collected.
 */
export function prepared<Row = UntypedRow>(database: Database, sql: string): TypedStatement<Row> {
  const known = statements.get(database) ?? new Map<string, Statement>()
  if (known.size === 0) statements.set(database, known)
  const statement = known.get(sql) ?? database.prepare(sql)
  if (!known.has(sql)) {
    const [oldest] = known.keys()
    if (known.size >= MOST_STATEMENTS && oldest !== undefined) known.delete(oldest)
    known.set(sql, statement)
  }
  return typed(statement)
}

/** Runs `work` in one immediate transaction; rolled back when it throws. Refused when the database is damaged. */
export function immediateTransaction<T>(database: Database, work: () => T): T {
  const guard = guards.get(database)
  guard?.beforeWrite()
  const value = repairTransaction(database, work)
  guard?.afterWrite()
  return value
}

/** For repairs. */
export function repairTransaction<T>(database: Database, work: () => T): T {
  prepared(database, 'BEGIN IMMEDIATE').run()
  try {
    const value = work()
    prepared(database, 'COMMIT').run()
    return value
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** For what is only a hint: written like everything else, but nothing waits until the disk has it. */
export function withoutSync<T>(database: Database, work: () => T): T {
  if (database.isTransaction) return work()
  // SQLite carries this out when it compiles the statement, so it is compiled each time.
  database.exec('PRAGMA synchronous=NORMAL')
  try {
    return work()
  } finally {
    database.exec('PRAGMA synchronous=FULL')
  }
}

export function isSqliteError(error: unknown): boolean {
  return sqliteCode(error) !== undefined
}

export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === BUSY
}

/** Turns what SQLite throws into a refusal that names the file; anything else passes through. */
export function translateSqliteErrors<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw sqliteRefusal(error, file)
  }
}

/** For what only tells of something that is saved already: a disk too full for it is no failure. False when it was. */
export function ignoreDiskFull(file: string, work: () => void): boolean {
  try {
    translateSqliteErrors(file, work)
    return true
  } catch (error) {
    if (!isRefused(error) || error.code !== 'disk_full') throw error
    return false
  }
}

/** What escaped from where it was not expected: the disk's fault becomes a refusal, a bug stays a bug. */
export function whyNotStored(error: unknown, folder: string): unknown {
  return sqliteCode(error) === undefined ? diskRefusal(error) : sqliteRefusal(error, folder)
}

function sqliteRefusal(error: unknown, file: string): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return ioRefusal(error, file)
  const says = (error as Error).message
  const more = { target: file, fix: shell`furrow doctor`, cause: error }
  if (code === BUSY) return refuse('busy', `${file} is in use by another process.`, more)
  if (code === FULL || (UNUSABLE.has(code) && isFull(path.dirname(file))))
    return refuse('disk_full', `The disk that holds ${file} is full; nothing was saved.`, more)
  const known = damageOf(file)
  if (known !== undefined && (CORRUPT.has(code) || code === READ_ONLY)) return known
  if (CORRUPT.has(code)) noteDamage(file, says)
  if (CORRUPT.has(code))
    return refuse('damaged', `${file} is damaged: ${says}. It is kept as it is.`, {
      ...more,
      fix: shell`furrow doctor repair`,
    })
  if (UNUSABLE.has(code)) return refuse('io_error', `${file} cannot be used: ${says}.`, more)
  return error
}

/** Every process is to know of it, unless another file has come to the place of the one that was read. */
function noteDamage(file: string, says: string): void {
  const opened = guarded.get(file)
  if (opened !== undefined && opened === fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino)
    markDamaged(file, says)
}

export function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** SQLite calls it an I/O error when there is no room for its own files. */
function isFull(folder: string): boolean {
  if (!fs.existsSync(folder)) return path.dirname(folder) !== folder && isFull(path.dirname(folder))
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize < ROOM_TO_WORK
}

/** The packaged driver leaves the number out when a statement fails while stepping; SQLite's own words tell as well. */
const CODE_OF_MESSAGE: Readonly<Record<string, number>> = {
  'database is locked': BUSY,
  'attempt to write a readonly database': READ_ONLY,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'database or disk is full': FULL,
  'unable to open database file': 14,
  'file is not a database': 26,
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff
  return CODE_OF_MESSAGE[error.message] ?? OTHER
}

function prepareFolder(file: string): void {
  const folder = path.dirname(file)
  makeFolder(folder, 0o700)
  const reason = whyNotLocal(folder)
  if (reason === undefined) return
  throw refuse('unsupported', `${folder} is on ${reason}, where SQLite's locks cannot be trusted.`, {
    target: folder,
    fix: shell`export FURROW_HOME="$HOME/.furrow"`,
  })
}

function migrate(database: Database, file: string, migrations: Migrations): void {
  const version = schemaVersion(database)
  if (version > migrations.length) throw newerSchema(file, version, migrations.length)
  if (version === migrations.length) return
  if (version > 0) backUpAt(database, `${file}.before-v${migrations.length}`, version)
  immediateTransaction(database, () => {
    // Another process may have migrated while this one waited for the lock, and a newer one further than this one can.
    const now = schemaVersion(database)
    if (now > migrations.length) throw newerSchema(file, now, migrations.length)
    applyMigrations(database, migrations.slice(now))
    database.exec(`PRAGMA user_version=${migrations.length}`)
  })
}

export function applyMigrations(database: Database, steps: Migrations): void {
  for (const step of steps)
    if (typeof step === 'string') database.exec(step)
    else step(database)
}

/** A copy that nobody ever sees half written; one that is there already stays. */
export function backUp(database: Database, target: string): void {
  if (!fs.existsSync(target)) copyInto(database, target)
}

/** Taken anew each time: what is there may be of an earlier try, and the database has been in use since. */
function backUpAt(database: Database, target: string, version: number): void {
  copyInto(database, target, copy => {
    const opened = new (driver().DatabaseSync)(copy, { readOnly: true })
    try {
      // Somebody else has migrated meanwhile, and has taken the copy that counts.
      return schemaVersion(opened) === version
    } finally {
      opened.close()
    }
  })
}

function copyInto(database: Database, target: string, isWanted: (copy: string) => boolean = () => true): void {
  const partial = path.join(path.dirname(target), tempName())
  try {
    database.prepare('VACUUM INTO ?').run(partial)
    fs.chmodSync(partial, 0o600)
    if (!isWanted(partial)) return
    syncFile(partial)
    fs.renameSync(partial, target)
    syncFolder(path.dirname(target))
  } finally {
    fs.rmSync(partial, { force: true })
  }
}

export function schemaVersion(database: Database): number {
  return Number((database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version)
}

function newerSchema(file: string, found: number, known: number) {
  const { says, fix } = adviseUpdate()
  return refuse(
    'newer_schema',
    `${file} was written by a newer Furrow (schema ${found}, this one knows ${known}); nothing was changed. ${says}`,
    { target: file, ...(fix !== undefined && { fix }) },
  )
}

interface Driver {
  readonly DatabaseSync: typeof DatabaseSync
}

let loaded: Driver | undefined

/** The built-in module where its SQLite is new enough, else the packaged one; both speak the same API. */
function driver(): Driver {
  loaded ??= builtIn() ?? (createRequire(import.meta.url)('@photostructure/sqlite') as Driver)
  return loaded
}

function builtIn(): Driver | undefined {
  if (!isNewEnough(process.versions.sqlite)) return undefined
  return process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as Driver | undefined
}

function isNewEnough(version: string | undefined): boolean {
  const parts = version?.split('.').map(Number) ?? []
  for (const [index, least] of OLDEST_SAFE.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}
