import fs from 'node:fs'
import { isRefused } from '../../operation/errors.ts'
import { createDurably, writeDurably } from '../files/files.ts'

/**
 * What is left where a database was: an empty one with a schema that no version knows. An older Furrow that looks there says
 * that a newer one wrote it, instead of beginning an empty database that nobody else would ever read.
 */
const CLOSED_VERSION = 1_000_000

const PAGE_SIZE = 512
const VERSION_AT = 60

export function isPlaceholderDatabase(file: string): boolean {
  const header = Buffer.alloc(VERSION_AT + 4)
  try {
    const descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    try {
      fs.readSync(descriptor, header, 0, header.length, 0)
    } finally {
      fs.closeSync(descriptor)
    }
  } catch (error) {
    // A folder, or not ours to read: whoever opens it says what is wrong with it.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  return header.readUInt32BE(VERSION_AT) === CLOSED_VERSION
}

/** In the place of a database that was copied elsewhere. */
export function writePlaceholder(file: string): void {
  writeDurably(file, emptyDatabase())
}

/** For a place that is free. Where it cannot be written nothing is lost by it: the database is at its new place. */
export function writePlaceholderIfFree(file: string): void {
  if (fs.existsSync(file)) return
  try {
    createDurably(file, emptyDatabase())
  } catch (error) {
    if (!isRefused(error) && !(error instanceof Error && 'code' in error)) throw error
  }
}

/** One page of SQLite's file format: its header, and a table of contents without an entry. */
function emptyDatabase(): Buffer {
  const page = Buffer.alloc(PAGE_SIZE)
  page.write('SQLite format 3\0', 'latin1')
  page.writeUInt16BE(PAGE_SIZE, 16)
  // Written and read with a rollback journal; no reserved bytes; the three fractions that the format prescribes.
  page.set([1, 1, 0, 64, 32, 32], 18)
  const numbers = { changes: [24, 1], pages: [28, 1], format: [44, 4], encoding: [56, 1], validFor: [92, 1] } as const
  for (const [at, value] of Object.values(numbers)) page.writeUInt32BE(value, at)
  page.writeUInt32BE(CLOSED_VERSION, VERSION_AT)
  page.writeUInt8(13, 100)
  page.writeUInt16BE(PAGE_SIZE, 105)
  return page
}
