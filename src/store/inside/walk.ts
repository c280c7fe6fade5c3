import fs from 'node:fs'
import path from 'node:path'
import { notAFolder, outsideRoot, targetInside } from '../files/contain.ts'
import { hasCode, ioRefusal } from '../files/io-refusal.ts'

const { O_DIRECTORY = 0, O_NOFOLLOW = 0 } = fs.constants
/** Linux: a descriptor that only names a place; it needs no right to list the folder. */
const O_PATH = 0o10000000
const OPEN_FILES = '/proc/self/fd'
/** As many as the kernel follows. */
const MOST_LINKS = 40

/** Whether this system can reach a name through a folder that is held open. */
export const canWalk = process.platform === 'linux' && fs.existsSync(OPEN_FILES)

interface PathWalk {
  readonly root: string
  readonly file: string
  readonly write: boolean
  /** Descriptors from the root down to the folder that was reached. */
  readonly held: number[]
  /** What is left of the way. */
  readonly pending: string[]
  links: number
}

/**
 * Walks to a file below a root, each folder opened from the one above it and never through a link, so that a folder
 * which is swapped for a link on the way leads nowhere else. `use` gets the place of the last name in the folder that
 * is held open; it has to open it without following links. Nothing when a folder on the way is missing.
 */
export function walkToFile<T>(
  root: string,
  file: string,
  { write, use }: { write: boolean; use: (place: string) => T },
): T | undefined {
  return walking({ root, file, write }, walk => {
    const name = descend(walk, { entersLast: false })
    return name === undefined ? undefined : use(placeIn(walk, name))
  })
}

/** The same for a folder, which is held open while `use` goes on; it gets the path of what is in it. */
export function walkToFolder<T>(root: string, folder: string, use: (base: string) => T): T | undefined {
  return walking({ root, file: folder, write: false }, walk => {
    const name = descend(walk, { entersLast: true })
    return name === undefined ? undefined : use(placeIn(walk))
  })
}

function walking<T>(start: Pick<PathWalk, 'root' | 'file' | 'write'>, use: (walk: PathWalk) => T): T | undefined {
  const held: number[] = []
  try {
    const root = openFolder(start.root, 0)
    if (root === undefined) return undefined
    held.push(root)
    return use({ ...start, held, pending: partsOf(start.file), links: 0 })
  } finally {
    for (const handle of held) fs.closeSync(handle)
  }
}

/** The last name, `.` for the folder that was reached itself. */
function descend(walk: PathWalk, { entersLast }: { entersLast: boolean }): string | undefined {
  for (let name = walk.pending.shift(); name !== undefined; name = walk.pending.shift()) {
    if (name === '..') throw outsideRoot(walk.file, 'leaves the root')
    const isLast = walk.pending.length === 0
    const stats = fs.lstatSync(placeIn(walk, name), { throwIfNoEntry: false })
    if (stats?.isSymbolicLink() === true) {
      followLink(walk, name, isLast)
      continue
    }
    if (isLast && !entersLast) return name
    if (stats === undefined) return undefined
    if (!stats.isDirectory()) throw notAFolder(nameOf(walk, name), walk.file)
    const folder = openFolder(placeIn(walk, name), O_NOFOLLOW)
    if (folder === undefined) return undefined
    walk.held.push(folder)
  }
  return '.'
}

/** Begins again at the root with where the link leads. What is swapped after this look is met as a link once more. */
function followLink(walk: PathWalk, name: string, isLast: boolean): void {
  walk.links += 1
  if (walk.links > MOST_LINKS) throw outsideRoot(walk.file, 'goes through too many symbolic links')
  const realRoot = fs.readlinkSync(`${OPEN_FILES}/${walk.held[0]}`)
  const target = targetInside({
    realRoot,
    place: placeIn(walk, name),
    name: nameOf(walk, name),
    file: walk.file,
    write: walk.write && isLast,
  })
  for (const handle of walk.held.splice(1)) fs.closeSync(handle)
  walk.pending.unshift(...partsOf(path.relative(realRoot, target)))
}

/** Nothing when it is gone. A link or a file that came in between is refused by the kernel. */
function openFolder(place: string, flags: number): number | undefined {
  try {
    return fs.openSync(place, O_PATH | O_DIRECTORY | flags)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw ioRefusal(error, place)
  }
}

function placeIn({ held }: PathWalk, name?: string): string {
  const folder = `${OPEN_FILES}/${held.at(-1)}`
  return name === undefined ? folder : `${folder}/${name}`
}

/** For a person: below the root, not by the number of a descriptor. */
function nameOf({ held }: PathWalk, name: string): string {
  const [root = '', folder = ''] = [held[0], held.at(-1)].map(handle => fs.readlinkSync(`${OPEN_FILES}/${handle}`))
  return path.join(path.relative(root, folder), name)
}

function partsOf(file: string): string[] {
  return file.split(path.sep).filter(part => part !== '' && part !== '.')
}
