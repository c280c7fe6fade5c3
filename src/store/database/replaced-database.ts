import fs from 'node:fs'
import type { Database } from './sqlite.ts'

/** The files behind an open database: its own, and the log that its last writes are in. */
export interface DatabaseInodes {
  readonly database: bigint | undefined
  readonly log: bigint | undefined
}

export function inodesOf(file: string): DatabaseInodes {
  return { database: inodeOf(file), log: inodeOf(`${file}-wal`) }
}

/** Whether other files stand at their places by now, or none: what is written to those nobody would ever find. */
export function isReplaced(file: string, opened: DatabaseInodes): boolean {
  const now = inodesOf(file)
  return (['database', 'log'] as const).some(one => opened[one] !== undefined && now[one] !== opened[one])
}

/**
 * Brings what is only in a log that was taken away into the database, through the connection that still has it open.
 * Closing does so too, but only once every compiled statement has been collected.
 */
export function checkpointDatabase(database: Database): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

function inodeOf(file: string): bigint | undefined {
  return fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
}
