import fs from 'node:fs'
import os from 'node:os'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { hasCode, ioRefusal } from './io-refusal.ts'

/** The bytes of a file, or nothing when there is no such file; anything else at that path is refused. */
export function readBytes(file: string): Buffer | undefined {
  try {
    // Making an error for a file that is not there takes ten times as long as finding that out.
    if (fs.statSync(file, { throwIfNoEntry: false }) === undefined) return undefined
    return readRegularFile(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw ioRefusal(error, file)
  }
}

/** A pipe would wait for somebody at its other end, and a device may never end: neither is read, and opening does not wait. */
export function readRegularFile(file: string): Buffer {
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
