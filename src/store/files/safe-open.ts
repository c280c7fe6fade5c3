import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { whyNotRepoPath } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { openAtPath, openByName } from '../inside/open-by-name.ts'
import { canWalk, walkToFile, walkToFolder } from '../inside/walk.ts'
import { outsideRoot } from './contain.ts'
import { makeFolder, syncFolder, tempName, writeStaged } from './files.ts'
import { hasCode, ioRefusal } from './io-refusal.ts'

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = fs.constants

export interface ReadOptions {
  /** For what is to be written as well: it may not be a link. */
  readonly write?: boolean
  /** Refused when it has more bytes. */
  readonly most?: number
}

/**
 * The bytes of a file below a root, or nothing when there is none. No folder that is swapped for a link at the same
 * moment leads to another file: the bytes come from what was opened on a way that holds each folder open.
 */
export function readInside(root: string, file: string, options: ReadOptions = {}): Buffer | undefined {
  const handle = openInside(root, file, options.write)
  if (handle === undefined) return undefined
  try {
    return readAll(handle, { place: path.join(root, file), file, most: options.most })
  } finally {
    fs.closeSync(handle)
  }
}

/** A descriptor for reading a file below a root, for the caller to close; nothing when there is none. */
export function openInside(root: string, file: string, write = false): number | undefined {
  const reason = whyNotRepoPath(file)
  if (reason !== undefined) throw outsideRoot(file, reason)
  if (!canWalk) return openByName(root, file, O_RDONLY | O_NONBLOCK, write)
  const use = (place: string) => openFile(place, path.join(root, file))
  return walkToFile(root, file, { write, use })
}

/**
 * Does something in a folder below a root that is held open meanwhile. `at` gives a name in it a path through the open
 * folder, so that no link put in its place leads away; where a system cannot do that, the path by its names.
 */
export function inFolder<T>(root: string, folder: string, use: (at: (name: string) => string) => T): T | undefined {
  const relative = path.relative(root, folder)
  if (canWalk) return walkToFolder(root, relative, base => use(name => `${base}/${name}`))
  const handle =
    relative === ''
      ? openAtPath(folder, O_RDONLY | O_DIRECTORY)
      : openByName(root, relative, O_RDONLY | O_DIRECTORY, false)
  if (handle === undefined) return undefined
  try {
    return use(name => path.join(folder, name))
  } finally {
    fs.closeSync(handle)
  }
}

/** Makes a folder below a root and those above it, each durable and inside. */
export function makeInside(root: string, folder: string): void {
  if (fs.existsSync(folder)) return
  if (path.relative(root, folder) === '') {
    makeFolder(folder)
    return
  }
  makeInside(root, path.dirname(folder))
  inFolder(root, path.dirname(folder), at => {
    makeOne(at(path.basename(folder)))
    syncFolder(at('.'))
  })
}

/** One file below a root, old or new, never half, and never through a link. It keeps the mode that it has. */
export function replaceInside(root: string, file: string, bytes: Uint8Array, mode: number): void {
  const reason = whyNotRepoPath(file)
  if (reason !== undefined) throw outsideRoot(file, reason)
  const place = path.join(root, file)
  makeInside(root, path.dirname(place))
  const done = inFolder(root, path.dirname(place), at => {
    const found = fs.lstatSync(at(path.basename(file)), { throwIfNoEntry: false })
    if (found?.isSymbolicLink() === true)
      throw outsideRoot(file, 'is a symbolic link, and links are not written through')
    if (found?.isFile() === false) throw notAFile(place, file)
    rename(at, { name: path.basename(file), bytes, mode: found === undefined ? mode : found.mode & 0o777 })
    return true
  })
  if (done !== true) throw refuse('conflict', `The folder of ${file} was removed at the same moment.`, { target: file })
}

function rename(
  at: (name: string) => string,
  { name, bytes, mode }: { name: string; bytes: Uint8Array; mode: number },
) {
  const temp = at(tempName())
  try {
    writeStaged(temp, bytes, mode)
    fs.renameSync(temp, at(name))
    syncFolder(at('.'))
  } catch (error) {
    fs.rmSync(temp, { force: true })
    throw ioRefusal(error, name)
  }
}

function makeOne(place: string): void {
  try {
    fs.mkdirSync(place, { mode: 0o755 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

function openFile(place: string, named: string): number | undefined {
  // Making an error for a file that is not there takes ten times as long as finding that out.
  if (fs.lstatSync(place, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return fs.openSync(place, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw ioRefusal(error, named)
  }
}

interface FileRead {
  readonly place: string
  readonly file: string
  readonly most?: number | undefined
}

function readAll(handle: number, { place, file, most }: FileRead): Buffer {
  const stats = fs.fstatSync(handle)
  if (!stats.isFile()) throw notAFile(place, file)
  if (most !== undefined && stats.size > most)
    throw refuse('too_large', `${file} has ${stats.size} bytes; up to ${most} are read.`, { target: file })
  try {
    return fs.readFileSync(handle)
  } catch (error) {
    throw ioRefusal(error, place)
  }
}

function notAFile(place: string, file: string) {
  return refuse('conflict', `${place}: a folder or a device is in the way.`, {
    target: file,
    fix: shell`furrow doctor`,
  })
}
