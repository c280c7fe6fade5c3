import fs from 'node:fs'
import path from 'node:path'
import { hasCode } from '../../store/files/io-refusal.ts'
import { inFolder } from '../../store/files/safe-open.ts'
import { findSpecialFiles, isOpenedByGit, type SpecialFile } from '../../store/git/special-files.ts'

/** A special file that an agent left in its worktree, and where it is now when it was in the way. */
export interface LeftOut extends SpecialFile {
  readonly movedTo?: string
}

/**
 * The special files in the worktree of an agent, which are in no result. Git would wait for good at those that it opens
 * for itself, so they get another name before it looks.
 */
export async function leaveOutSpecialFiles(root: string): Promise<LeftOut[]> {
  const found = await findSpecialFiles(root)
  return found.map(special => (isOpenedByGit(special.path) ? moved(root, special) : special))
}

/** What leads git to a pipe somewhere else: a repository in the worktree, whose parts may be links to anywhere. */
export async function leaveOutRepositories(root: string): Promise<LeftOut[]> {
  const found = await findSpecialFiles(root, { isWanted: isNestedRepository })
  return found.filter(({ path: file }) => isNestedRepository(file)).map(nested => moved(root, nested))
}

/** Where a nested repository was moved to. */
export const SET_ASIDE = /^.*\/\.git\.set-aside(?:-\d+)?(?=\/|$)/is

function isNestedRepository(file: string): boolean {
  return /\/\.git$/i.test(file)
}

function moved(root: string, special: SpecialFile): LeftOut {
  const movedTo = moveAside(root, special.path)
  return { ...special, ...(movedTo !== undefined && { movedTo }) }
}

const MOST_NAMED = 20

export function describeLeftOut(all: readonly LeftOut[]): string[] {
  const named = all
    .slice(0, MOST_NAMED)
    .map(
      ({ path: file, kind, movedTo }) =>
        `${shown(file)} (${kind}${movedTo === undefined ? '' : `, now ${shown(movedTo)}`})`,
    )
  return all.length > MOST_NAMED ? [...named, `${all.length - MOST_NAMED} more`] : named
}

/** An agent chose the name. */
function shown(file: string): string {
  return /^[\p{L}\p{N}_./@+-]+$/u.test(file) ? file : JSON.stringify(file)
}

/** The agent may still be at work: the folder is held open, so that none that it swaps for a link leads elsewhere. */
function moveAside(root: string, file: string): string | undefined {
  const folder = path.posix.dirname(file)
  const name = path.posix.basename(file)
  return inFolder(root, path.join(root, folder), at => {
    if (!isSpecial(at(name)) && !isNestedRepository(file)) return undefined
    const free = freeName(at, name)
    rename(at, name, free)
    return path.posix.join(folder, free)
  })
}

function isSpecial(place: string): boolean {
  const stats = fs.lstatSync(place, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink()
}

type PathOf = (name: string) => string

function freeName(at: PathOf, name: string): string {
  for (let n = 1; ; n += 1) {
    const free = `${name}.set-aside${n === 1 ? '' : `-${n}`}`
    if (fs.lstatSync(at(free), { throwIfNoEntry: false }) === undefined) return free
  }
}

function rename(at: PathOf, from: string, to: string): void {
  try {
    fs.renameSync(at(from), at(to))
  } catch (error) {
    if (!hasCode(error, 'EACCES')) throw error
    // Git keeps no modes of folders.
    fs.chmodSync(at('.'), 0o700)
    fs.renameSync(at(from), at(to))
  }
}
