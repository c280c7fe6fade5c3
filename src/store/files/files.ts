import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { isDeadTag, processTag } from '../locks/processes.ts'
import { hasCode, ioRefusal } from './io-refusal.ts'

/** SHA-256 of the bytes on disk. */
export type Revision = string

export function revisionOf(bytes: Uint8Array): Revision {
  return createHash('sha256').update(bytes).digest('hex')
}

/** One file, old or new, never half: staged beside its place, synced, renamed, and the folder synced. */
export function writeDurably(file: string, bytes: Uint8Array, mode = 0o600): void {
  throughTemp(file, { bytes, mode }, temp => {
    fs.renameSync(temp, file)
  })
}

/** A new file, whole or not at all; false when something is at its place already. */
export function createDurably(file: string, bytes: Uint8Array, mode = 0o600): boolean {
  return throughTemp(file, { bytes, mode }, temp => {
    try {
      fs.linkSync(temp, file)
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    } finally {
      fs.rmSync(temp, { force: true })
    }
  })
}

/** Bytes that are on the disk beside their place, before it is certain that they are wanted there. */
export interface Staged {
  readonly bytes: Uint8Array
  readonly temp: string
}

/** The slower half of `writeDurably`, for whoever has time now and none later. */
export async function stageAhead(file: string, bytes: Uint8Array, mode = 0o600): Promise<Staged> {
  const temp = path.join(path.dirname(file), tempName())
  try {
    const handle = await fs.promises.open(temp, 'wx', mode)
    try {
      await handle.writeFile(bytes)
      if ((await handle.stat()).size !== bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
      await handle.chmod(mode)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return { bytes, temp }
  } catch (error) {
    discardStaged({ temp })
    throw ioRefusal(error, file)
  }
}

/** The other half. */
export function publishStaged({ temp }: Staged, file: string): void {
  try {
    fs.renameSync(temp, file)
    syncFolder(path.dirname(file))
  } catch (error) {
    discardStaged({ temp })
    throw ioRefusal(error, file)
  }
}

export function discardStaged({ temp }: Pick<Staged, 'temp'>): void {
  fs.rmSync(temp, { force: true })
}

function throughTemp<T>(
  file: string,
  { bytes, mode }: { bytes: Uint8Array; mode: number },
  place: (temp: string) => T,
): T {
  const folder = path.dirname(file)
  const temp = path.join(folder, tempName())
  try {
    makeFolder(folder, 0o700)
    writeStaged(temp, bytes, mode)
    const value = place(temp)
    syncFolder(folder)
    return value
  } catch (error) {
    fs.rmSync(temp, { force: true })
    throw ioRefusal(error, file)
  }
}

/** Writes every byte to a new file and makes it durable; the caller renames it into place. */
export function writeStaged(temp: string, bytes: Uint8Array, mode: number): void {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = fs.constants
  const handle = fs.openSync(temp, O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), mode)
  try {
    let written = 0
    while (written < bytes.length) written += fs.writeSync(handle, bytes, written, bytes.length - written)
    // A full disk may take fewer bytes without an error: the size on disk decides, not the count returned.
    if (fs.fstatSync(handle).size !== bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    fs.fchmodSync(handle, mode)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncFile(folder)
}

export function syncFile(file: string): void {
  try {
    // A pipe in its place would wait for somebody at its other end.
    const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0))
    try {
      fs.fsyncSync(handle)
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    throw ioRefusal(error, file)
  }
}

/** Makes a folder and its parents durable; returns those that were new, outermost first. */
export function makeFolder(folder: string, mode = 0o755): string[] {
  if (fs.existsSync(folder)) return []
  const made = makeFolder(path.dirname(folder), mode)
  try {
    fs.mkdirSync(folder, { mode })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return made
    throw ioRefusal(error, folder)
  }
  syncFolder(path.dirname(folder))
  return [...made, folder]
}

let counter = 0

/** A name that tells whose it is, so that what a killed process left behind can be told from work in progress. */
export function tempName(): string {
  counter += 1
  return `.furrow-by-${processTag()}-${counter}.tmp`
}

/**
 * Removes what killed processes left in a folder, but for what is in the journal: that is for the recovery. Where it
 * is not possible it does no harm, and it stays.
 */
export function sweepTemps(folder: string): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      const [, tag] = /^\.furrow-by-(\d+-[\da-f]*-\d*)-\d+\.tmp$/.exec(name) ?? []
      if (tag !== undefined && isDeadTag(tag)) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
