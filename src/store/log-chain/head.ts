import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '../database/sqlite.ts'
import { readBytes } from '../files/read-file.ts'
import { type ChainLink, linkAt, newestLink } from './link.ts'

/** The newest link, kept beside the database: the chain alone does not show that its end was cut off. */
export type ChainHead = Pick<ChainLink, 'n' | 'id' | 'name' | 'at' | 'hash'>

/** Always as long, and within one sector: it is replaced in place, and nobody finds half of it. */
const LENGTH = 512

export function headFileOf(stateFile: string): string {
  return `${stateFile}-head`
}

/** The same among the secrets, which no tool sees: an older database that a tool puts back is shorter than this. */
export function guardedHeadFileOf(stateFile: string): string {
  const folder = path.dirname(stateFile)
  return path.join(folder, '..', '..', 'secrets', `${path.basename(folder)}.log-head`)
}

/** Whether everything is in the chain that was logged by a Furrow outside of every tool. */
export function holdsGuardedHead(state: Database, stateFile: string): boolean {
  const noted = readHead(guardedHeadFileOf(stateFile))
  return noted === undefined || linkAt(state, noted.n)?.hash === noted.hash
}

export function readHead(file: string): ChainHead | undefined {
  // What a link leads to is nothing that Furrow noted.
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) return undefined
  const bytes = readBytes(file)
  return bytes === undefined ? undefined : headIn(bytes)
}

/**
 * Notes the newest link, unless the one noted is no longer in the chain: then it stays, as what shows that. Not synced,
 * and where it cannot be written it lags behind. Under the lock of the repository.
 */
export function advanceHead(state: Database, stateFile: string): void {
  writeHead(stateFile, noted => {
    const newest = newestLink(state)
    return noted === undefined || linkAt(state, noted.n)?.hash === noted.hash ? newest : undefined
  })
}

/** For a chain that a person began again. */
export function replaceHead(stateFile: string, newest: ChainLink | undefined): void {
  writeHead(stateFile, () => newest)
}

function writeHead(stateFile: string, choose: (noted: ChainHead | undefined) => ChainLink | undefined): void {
  noteIn(headFileOf(stateFile), choose)
  // Inside a tool the secrets are closed: what is logged there is noted with the next entry from outside.
  noteIn(guardedHeadFileOf(stateFile), choose)
}

function noteIn(file: string, choose: (noted: ChainHead | undefined) => ChainLink | undefined): void {
  try {
    const { O_CREAT, O_RDWR, O_NOFOLLOW } = fs.constants
    const handle = fs.openSync(file, O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0), 0o600)
    try {
      const bytes = Buffer.alloc(LENGTH)
      fs.readSync(handle, bytes, 0, LENGTH, 0)
      const chosen = choose(headIn(bytes))
      if (chosen !== undefined) writeAll(handle, textOf(chosen))
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += fs.writeSync(handle, bytes, written, bytes.length - written, written)
}

function textOf({ n, id, name, at, hash }: ChainLink): Buffer {
  const whole = Buffer.from(JSON.stringify({ n, hash, at, name: name.slice(0, 100), id }))
  const short = Buffer.from(JSON.stringify({ n, hash, at, name: '', id: '' }))
  return Buffer.concat([whole.length < LENGTH ? whole : short, Buffer.alloc(LENGTH, ' ')], LENGTH)
}

/** Nothing where a power cut left the file empty. */
function headIn(bytes: Buffer): ChainHead | undefined {
  try {
    const { n, hash, at, name, id } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
    if (
      typeof n !== 'number' ||
      typeof hash !== 'string' ||
      typeof at !== 'number' ||
      Number.isNaN(new Date(at).getTime())
    )
      return undefined
    return { n, hash, at, name: String(name), id: String(id) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
