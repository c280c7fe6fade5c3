import fs from 'node:fs'
import path from 'node:path'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { connect, translateSqliteErrors } from '../database/sqlite.ts'
import { damageOf } from '../database/write-guard.ts'
import { makeFolder, syncFile, syncFolder } from '../files/files.ts'
import { ioRefusal } from '../files/io-refusal.ts'
import { refuseLinked } from '../inside/refuse-linked.ts'
import { processesUsing } from './open-files.ts'
import { isPlaceholderDatabase, writePlaceholder } from './placeholder-database.ts'

export type Relocation =
  /** It is at its new place, or there was nothing to move. */
  | { readonly kind: 'settled' }
  /** It is damaged: it stays where it is until it is repaired. */
  | { readonly kind: 'damaged' }
  /** It could not be moved now; nothing was changed. */
  | { readonly kind: 'refused'; readonly refusal: Refused }

/**
 * Moves a database to another folder, while this process alone has it open and with nothing left in its log. Its copy is on the disk before
 * something that no Furrow writes to takes its old place (`closed-place.ts`); only then does the copy get its name. So the old place is never
 * free, and a kill in between is finished by the next one who needs it. It is a copy because whoever opened the old file, but had not
 * read it yet, would take up the log of a file that merely has another name; of this one, SQLite tells it that it is gone.
 */
export function relocateDatabase(from: string, to: string, waitMs: number): Relocation {
  if (!awaitsMove(from, to)) return { kind: 'settled' }
  for (const file of [from, to, moveLock(to)]) refuseLinked(file)
  if (damageOf(from) !== undefined) return { kind: 'damaged' }
  try {
    translateSqliteErrors(from, () => underMoveLock(to, waitMs, () => moveAlone(from, to, waitMs)))
    return { kind: 'settled' }
  } catch (error) {
    const refusal = ioRefusal(error, from)
    if (!isRefused(refusal)) throw error
    if (refusal.code === 'damaged') return { kind: 'damaged' }
    return { kind: 'refused', refusal: refusal.code === 'busy' ? stillOpen(from, refusal) : refusal }
  }
}

function awaitsMove(from: string, to: string): boolean {
  if (fs.existsSync(to) || !fs.existsSync(from)) return false
  return !isPlaceholderDatabase(from) || fs.existsSync(stagedCopy(to))
}

/** Whole when the old place is closed; before that, what a killed process left. */
export function stagedCopy(to: string): string {
  return `${to}-staged`
}

function moveLock(to: string): string {
  return `${to}-moving`
}

/** One mover at a time: a connection to a file that somebody else has moved would look for its log at the old place. */
function underMoveLock(to: string, waitMs: number, work: () => void): void {
  makeFolder(path.dirname(to), 0o700)
  const file = moveLock(to)
  const lock = connect(file, { timeout: waitMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    work()
    // Whoever waits for it, or makes it again, finds that nothing is left to be moved.
    fs.rmSync(file, { force: true })
  } finally {
    lock.close()
  }
}

/**
 * No statement is compiled, which would keep the connection open after its end; nor is the file opened in another way, since
 * closing that would drop the locks of this process.
 */
function moveAlone(from: string, to: string, waitMs: number): void {
  if (!awaitsMove(from, to)) return
  const staged = stagedCopy(to)
  if (!isPlaceholderDatabase(from)) copyAlone(from, staged, waitMs)
  fs.renameSync(staged, to)
  syncFolder(path.dirname(to))
}

function copyAlone(from: string, staged: string, waitMs: number): void {
  fs.rmSync(staged, { force: true })
  const database = connect(from, { timeout: waitMs })
  try {
    // Brings the log into the file. Refused while anybody else has it open: with a log, each connection holds a shared lock.
    database.exec('PRAGMA journal_mode=DELETE')
    // Without a log this is the lock that no other connection can have any part of, and it is kept until the end.
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    if (hasLog(from)) throw refuse('busy', `${from} is in use by another process.`)
    database.exec(`VACUUM INTO '${staged.replaceAll("'", "''")}'`)
    fs.chmodSync(staged, 0o600)
    syncFile(staged)
    syncFolder(path.dirname(staged))
    writePlaceholder(from)
    fs.rmSync(`${from}-checked`, { force: true })
  } finally {
    database.close()
  }
}

function hasLog(file: string): boolean {
  return ['-wal', '-shm', '-journal'].some(suffix => fs.existsSync(`${file}${suffix}`))
}

/** Named by their numbers: which of them to end is the person's to say. */
function stillOpen(file: string, cause: Refused): Refused {
  const processes = processesUsing(file)
  const who = processes.length > 0 ? ` (process ${processes.join(', ')})` : ''
  return refuse(
    'busy',
    `${file} moves to a folder of its own, but another process still has it open${who}, probably an older Furrow. Nothing was written; what can be read is still answered. Close or restart that process, then try again.`,
    { target: file, fix: shell`furrow doctor`, details: { processes }, cause },
  )
}
