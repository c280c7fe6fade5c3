import fs from 'node:fs'
import path from 'node:path'
import { type Refused, refuse } from '../operation/errors.ts'
import { whyNotRepoPath } from '../operation/naming.ts'
import { shell } from '../operation/shell.ts'

/**
 * The absolute place of a path relative to `root`; throws `usage` when a symbolic link on the way leaves the root.
 * Links are judged by where they really lead, so `/root-evil` is not taken for a part of `/root`.
 */
export function contain(root: string, file: string, { write = false }: { write?: boolean } = {}): string {
  const reason = whyNotRepoPath(file)
  if (reason !== undefined) throw outside(file, reason)
  const realRoot = fs.realpathSync(root)
  const parts = file.split('/')
  let place = realRoot
  for (const [index, part] of parts.entries()) {
    place = path.join(place, part)
    const last = index === parts.length - 1
    const kind = kindOf(place)
    if (kind === 'absent') return path.join(realRoot, file)
    if (kind === 'link') checkLink({ realRoot, place, file, write: write && last })
    if (kind === 'other' && !last) throw inTheWay(path.relative(realRoot, place), file)
  }
  return place
}

/** For what was opened by path: a folder swapped for a link in between shows here, before any byte is read or written. */
export function containOpen(root: string, handle: number, file: string): void {
  const place = openPlace(handle)
  if (place !== undefined && !isInside(fs.realpathSync(root), place)) throw outside(file, 'was led outside the root')
}

export function isInside(realRoot: string, realPlace: string): boolean {
  const relative = path.relative(realRoot, realPlace)
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
}

function kindOf(place: string): 'absent' | 'link' | 'folder' | 'other' {
  const stats = fs.lstatSync(place, { throwIfNoEntry: false })
  if (stats === undefined) return 'absent'
  if (stats.isSymbolicLink()) return 'link'
  return stats.isDirectory() ? 'folder' : 'other'
}

interface Link {
  readonly realRoot: string
  readonly place: string
  readonly file: string
  /** What is written may not be a link, wherever it leads. */
  readonly write: boolean
}

function checkLink({ realRoot, place, file, write }: Link): void {
  const name = path.relative(realRoot, place)
  if (write) throw outside(file, `is a symbolic link, and links are not written through`)
  const target = realTarget(place)
  if (target === undefined) throw outside(file, `goes through ${name}, a symbolic link to nowhere`)
  if (!isInside(realRoot, target)) throw outside(file, `goes through ${name}, a symbolic link that leaves the root`)
}

/** Where a path leads in the end; nothing when it leads nowhere. */
export function realTarget(place: string): string | undefined {
  try {
    return fs.realpathSync(place)
  } catch {
    return undefined
  }
}

/** Linux tells where an open file is; elsewhere nothing does. */
function openPlace(handle: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/self/fd/${handle}`)
  } catch {
    return undefined
  }
}

function inTheWay(name: string, file: string): Refused {
  return refuse('conflict', `${file} goes through ${name}, which is no folder.`, {
    target: name,
    fix: shell`mv ${name} ${`${name}.aside`}`,
  })
}

function outside(file: string, reason: string): Refused {
  return refuse('usage', `${file} ${reason}.`, { target: file })
}
