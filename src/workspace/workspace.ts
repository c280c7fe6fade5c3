import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../operation/errors.ts'
import { locateRepository, type Repository } from '../store/git/repository.ts'

/** Folders that mark a root where there is no git: the nearest one above the start wins. */
const MARKS = ['.sdlc', '.sow', 'sdd'] as const

/** One opened worktree of a repository. */
export interface Workspace {
  readonly root: string
  /** The folder it was opened from: the root, or one below it. */
  readonly start: string
  readonly repository: Repository
}

export function openWorkspace(start: string): Workspace {
  const real = realFolder(start)
  const repository = locateRepository(real)
  if (repository.gitDir !== undefined) return { root: repository.worktree, start: real, repository }
  const root = markedRoot(real) ?? real
  return { root, start: real, repository: locateRepository(root) }
}

function realFolder(start: string): string {
  try {
    const real = fs.realpathSync(start)
    if (fs.statSync(real).isDirectory()) return real
  } catch (cause) {
    throw refuse('not_found', `There is no folder ${start}.`, { target: start, cause })
  }
  throw refuse('usage', `${start} is not a folder.`, { target: start })
}

function markedRoot(folder: string): string | undefined {
  if (MARKS.some(mark => fs.existsSync(path.join(folder, mark)))) return folder
  const parent = path.dirname(folder)
  return parent === folder ? undefined : markedRoot(parent)
}
