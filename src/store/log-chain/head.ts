import fs from 'node:fs'
import { readBytes } from '../files.ts'
import type { Database } from '../sqlite.ts'
import { type Link, linkAt, newestLink } from './link.ts'

/** The newest link, kept beside the database: the chain alone does not show that its end was cut off. */
export type Head = Pick<Link, 'n' | 'id' | 'name' | 'at' | 'hash'>

/** Always as long, and within one sector: it is replaced in place, and nobody finds half of it. */
const LENGTH = 512

export function headFileOf(stateFile: string): string {
  return `${stateFile}-head`
}

export function readHead(stateFile: string): Head | undefined {
  const bytes = readBytes(headFileOf(stateFile))
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
export function replaceHead(stateFile: string, newest: Link | undefined): void {
  writeHead(stateFile, () => newest)
}

function writeHead(stateFile: string, choose: (noted: Head | undefined) => Link | undefined): void {
  try {
    const { O_CREAT, O_RDWR, O_NOFOLLOW } = fs.constants
    const handle = fs.openSync(headFileOf(stateFile), O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0), 0o600)
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

function textOf({ n, id, name, at, hash }: Link): Buffer {
  const whole = Buffer.from(JSON.stringify({ n, hash, at, name: name.slice(0, 100), id }))
  const short = Buffer.from(JSON.stringify({ n, hash, at, name: '', id: '' }))
  return Buffer.concat([whole.length < LENGTH ? whole : short, Buffer.alloc(LENGTH, ' ')], LENGTH)
}

/** Nothing where a power cut left the file empty. */
function headIn(bytes: Buffer): Head | undefined {
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
