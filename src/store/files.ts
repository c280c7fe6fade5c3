import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Code, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { isDeadTag, processTag } from './processes.ts'

/** SHA-256 of the bytes on disk. */
export type Revision = string

export function revisionOf(bytes: Uint8Array): Revision {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The bytes of a file, or nothing when there is no such file; anything else at that path is refused. */
export function readBytes(file: string): Buffer | undefined {
  try {
    return readOrdinary(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw ioRefusal(error, file)
  }
}

/** A pipe would wait for somebody at its other end, and a device may never end: neither is read, and opening does not wait. */
export function readOrdinary(file: string): Buffer {
  const { O_NONBLOCK, O_RDONLY } = fs.constants
  const handle = fs.openSync(file, O_RDONLY | (O_NONBLOCK ?? 0))
  try {
    const stats = fs.fstatSync(handle)
    // A folder is told as such by reading it.
    if (stats.isFile() || stats.isDirectory()) return fs.readFileSync(handle)
    if (isNull(stats)) return Buffer.alloc(0)
  } catch (error) {
    // What fails on an open file does not say which one it is.
    throw error instanceof Error ? Object.assign(error, { path: file }) : error
  } finally {
    fs.closeSync(handle)
  }
  throw refuse('conflict', `${file}: a pipe or a device is in the way.`, { target: file, fix: shell`furrow doctor` })
}

/** `/dev/null` is how people say "none", as in `GIT_CONFIG_GLOBAL=/dev/null`. */
function isNull(stats: fs.Stats): boolean {
  const nothing = fs.statSync(os.devNull, { throwIfNoEntry: false })
  return stats.isCharacterDevice() && nothing?.isCharacterDevice() === true && stats.rdev === nothing.rdev
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
    discard({ temp })
    throw ioRefusal(error, file)
  }
}

/** The other half. */
export function placeStaged({ temp }: Staged, file: string): void {
  try {
    fs.renameSync(temp, file)
    syncFolder(path.dirname(file))
  } catch (error) {
    discard({ temp })
    throw ioRefusal(error, file)
  }
}

export function discard({ temp }: Pick<Staged, 'temp'>): void {
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
    stage(temp, bytes, mode)
    const value = place(temp)
    syncFolder(folder)
    return value
  } catch (error) {
    fs.rmSync(temp, { force: true })
    throw ioRefusal(error, file)
  }
}

/** Writes every byte to a new file and makes it durable; the caller renames it into place. */
export function stage(temp: string, bytes: Uint8Array, mode: number): void {
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
    const handle = fs.openSync(file, 'r')
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

const FAILURES: Readonly<Record<string, { code: Code; says: string }>> = {
  ENOSPC: { code: 'disk_full', says: 'the disk is full; nothing was saved' },
  EDQUOT: { code: 'disk_full', says: 'your disk quota is used up; nothing was saved' },
  EROFS: { code: 'io_error', says: 'the file system is read-only' },
  EACCES: { code: 'io_error', says: 'access is denied' },
  EPERM: { code: 'io_error', says: 'the operation is not permitted' },
  EMFILE: { code: 'io_error', says: 'too many files are open' },
  ENFILE: { code: 'io_error', says: 'too many files are open on this system' },
  EIO: { code: 'io_error', says: 'the disk reported an error' },
  EBUSY: { code: 'io_error', says: 'it is in use by the system' },
  ENOENT: { code: 'conflict', says: 'it was removed by something else at the same moment' },
  EISDIR: { code: 'conflict', says: 'a folder is in the way' },
  ENOTDIR: { code: 'conflict', says: 'a file stands where a folder is needed' },
  ENOTEMPTY: { code: 'conflict', says: 'a folder that is not empty is in the way' },
  EEXIST: { code: 'conflict', says: 'something is in the way' },
  ELOOP: { code: 'conflict', says: 'a symbolic link is in the way' },
  ENAMETOOLONG: { code: 'usage', says: 'the name is too long for this file system' },
}

/** A file-system error as a refusal that names the file; anything else comes back unchanged. */
export function ioRefusal(error: unknown, file: string): unknown {
  const failure = error instanceof Error && 'code' in error ? FAILURES[String(error.code)] : undefined
  if (failure === undefined) return error
  return refuse(failure.code, `${file}: ${failure.says}.`, { target: file, fix: shell`furrow doctor`, cause: error })
}

/** For what no step expected: a file system that fails is told as such, wherever it fails; a bug stays a bug. */
export function diskRefusal(error: unknown): unknown {
  if (!(error instanceof Error && 'path' in error && 'code' in error) || !isOfTheDisk(error.code)) return error
  return ioRefusal(error, String(error.path))
}

/** A missing file, or one that is there already, is what code has to reckon with. */
function isOfTheDisk(code: unknown): boolean {
  return FAILURES[String(code)] !== undefined && code !== 'ENOENT' && code !== 'EEXIST'
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
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
