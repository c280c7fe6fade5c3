import fs from 'node:fs'
import path from 'node:path'
import { slug } from '../../operation/names/naming.ts'
import { shortHash } from '../files/short-hash.ts'
import { findRepository } from './find-repository.ts'

/** A repository is the real path of its git common directory; a workspace is one worktree of it. */
export interface Repository {
  /** `shop-3f2a91c04b7d`: readable, and unique for the common directory. */
  readonly id: string
  readonly commonDir: string
  readonly worktree: string
  /** Where interactions and runs live; a bare repository has none. */
  readonly mainWorktree: string | undefined
  readonly gitDir: string | undefined
}

/** The repository around a folder; without git, the folder itself is both. */
export function locateRepository(start: string): Repository {
  const found = findRepository(start)
  if (found === undefined)
    return describe({ commonDir: start, worktree: start, mainWorktree: start, gitDir: undefined })
  const { commonDir, topLevel, gitDir, mainTopLevel } = found
  return describe({ commonDir, worktree: topLevel ?? commonDir, mainWorktree: mainTopLevel, gitDir })
}

function describe(places: Omit<Repository, 'id'>): Repository {
  return { id: repositoryId(places.commonDir), ...places }
}

export function repositoryId(commonDir: string): string {
  const named = path.basename(commonDir) === '.git' ? path.dirname(commonDir) : commonDir
  const hash = shortHash(commonDir).slice(0, 12)
  return `${slug(path.basename(named), { fallback: 'root', max: 40 })}-${hash}`
}

/** A folder keeps its number and its birth when it is renamed; one that takes its place has others. */
export function folderStamp(folder: string): string {
  const { dev, ino, birthtimeNs } = fs.statSync(folder, { bigint: true })
  // Numbers are given again. Where a file system does not tell the birth, nothing but the path tells a folder.
  return birthtimeNs === 0n ? `${dev}:${ino}:${folder}` : `${dev}:${ino}:${birthtimeNs}`
}
