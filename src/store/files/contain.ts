import fs from 'node:fs'
import path from 'node:path'
import { type Refused, refuse } from '../../operation/errors.ts'
import { whyNotRepoPath } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'

/**
 * The absolute place of a path relative to `root`; throws `usage` when a symbolic link on the way leaves the root.
 * Links are judged by where they really lead, so `/root-evil` is not taken for a part of `/root`.
 */
export function resolveInside(root: string, file: string, { write = false }: { write?: boolean } = {}): string {
  const reason = whyNotRepoPath(file)
  if (reason !== undefined) throw outsideRoot(file, reason)
  const realRoot = fs.realpathSync(root)
  const parts = file.split('/')
  let place = realRoot
  for (const [index, part] of parts.entries()) {
    place = path.join(place, part)
    const last = index === parts.length - 1
    const kind = kindOf(place)
    if (kind === 'absent') return path.join(realRoot, file)
    if (kind === 'link')
      targetInside({ realRoot, place, name: path.relative(realRoot, place), file, write: write && last })
    if (kind === 'other' && !last) throw notAFolder(path.relative(realRoot, place), file)
  }
  return place
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

export interface LinkedPath {
  readonly realRoot: string
  readonly place: string
  /** As it is called below the root. */
  readonly name: string
  readonly file: string
  /** What is written may not be a link, wherever it leads. */
  readonly write: boolean
}

/** Where a link really leads; refused where that is outside, or in a folder of git, whose files run programs. */
export function targetInside({ realRoot, place, name, file, write }: LinkedPath): string {
  if (write) throw outsideRoot(file, 'is a symbolic link, and links are not written through')
  const target = realTarget(place)
  if (target === undefined) throw outsideRoot(file, `goes through ${name}, a symbolic link to nowhere`)
  if (!isInside(realRoot, target)) throw outsideRoot(file, `goes through ${name}, a symbolic link that leaves the root`)
  if (isOfGit(path.relative(realRoot, target)))
    throw outsideRoot(file, `goes through ${name}, a symbolic link into .git`)
  return target
}

/** Some file systems do not tell `.git` from `.GIT`. */
function isOfGit(relative: string): boolean {
  return relative.split(path.sep).some(part => part.toLowerCase() === '.git')
}

/** Where a path leads in the end; nothing when it leads nowhere. */
export function realTarget(place: string): string | undefined {
  try {
    return fs.realpathSync(place)
  } catch {
    return undefined
  }
}

export function notAFolder(name: string, file: string): Refused {
  return refuse('conflict', `${file} goes through ${name}, which is no folder.`, {
    target: name,
    fix: shell`mv ${name} ${`${name}.aside`}`,
  })
}

export function outsideRoot(file: string, reason: string): Refused {
  return refuse('usage', `${file} ${reason}.`, { target: file })
}
