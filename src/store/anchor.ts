import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { contain, containOpen } from './contain.ts'
import { hasCode, ioRefusal, makeFolder, syncFolder } from './files.ts'

const { O_DIRECTORY = 0, O_NONBLOCK = 0, O_RDONLY } = fs.constants
const OPEN_FILES = '/proc/self/fd'
const hasOpenFiles = fs.existsSync(OPEN_FILES)

/**
 * The bytes of a file below a root, or nothing when there is none. They come from the file that was opened and then
 * found to be inside: whoever swaps a folder for a link in between gains nothing.
 */
export function readInside(root: string, file: string, options: { write?: boolean } = {}): Buffer | undefined {
  const place = contain(root, file, options)
  return withHandle(place, O_RDONLY | O_NONBLOCK, handle => {
    containOpen(root, handle, file)
    if (!fs.fstatSync(handle).isFile())
      throw refuse('conflict', `${place}: a folder or a device is in the way.`, {
        target: file,
        fix: shell`furrow doctor`,
      })
    return readAll(handle, place)
  })
}

/**
 * Does something in a folder below a root that is held open meanwhile. `at` gives a name in it a path through the open
 * folder, so that no link put in its place leads away; where a system cannot do that, the path by its names.
 */
export function inFolder<T>(root: string, folder: string, use: (at: (name: string) => string) => T): T | undefined {
  return withHandle(folder, O_RDONLY | O_DIRECTORY, handle => {
    containOpen(root, handle, path.relative(root, folder))
    const base = hasOpenFiles ? `${OPEN_FILES}/${handle}` : folder
    return use(name => `${base}/${name}`)
  })
}

/** Makes a folder below a root and those above it, each durable and inside. */
export function makeInside(root: string, folder: string): void {
  if (fs.existsSync(folder)) return
  if (path.relative(root, folder) === '') {
    makeFolder(folder)
    return
  }
  makeInside(root, path.dirname(folder))
  inFolder(root, path.dirname(folder), at => makeOne(at(path.basename(folder))))
  syncFolder(path.dirname(folder))
}

function makeOne(place: string): void {
  try {
    fs.mkdirSync(place, { mode: 0o755 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

function readAll(handle: number, place: string): Buffer {
  try {
    return fs.readFileSync(handle)
  } catch (error) {
    throw ioRefusal(error, place)
  }
}

/** Nothing when there is nothing at that place. */
function withHandle<T>(place: string, flags: number, use: (handle: number) => T): T | undefined {
  const handle = open(place, flags)
  if (handle === undefined) return undefined
  try {
    return use(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function open(place: string, flags: number): number | undefined {
  try {
    return fs.openSync(place, flags)
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw ioRefusal(error, place)
  }
}
