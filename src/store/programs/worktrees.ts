import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { realTarget } from '../files/contain.ts'
import { readRegularFile } from '../files/read-file.ts'
import { locateRepository } from '../git/repository.ts'

/** The real paths of a folder, of the repository around it and of all worktrees of that. */
export function worktreesAround(folder: string): string[] {
  const places = [folder, ...placesOf(folder)]
  return [...new Set(places.flatMap(place => realTarget(place) ?? []))]
}

function placesOf(folder: string): string[] {
  try {
    const { commonDir, worktree, mainWorktree } = locateRepository(folder)
    const main = mainWorktree === undefined ? [] : [mainWorktree]
    return [commonDir, worktree, ...main, ...linkedWorktrees(commonDir)]
  } catch (error) {
    if (!isRefused(error)) throw error
    return []
  }
}

/** One that is gone, or was never there, has no `.git`: a repository cannot rule out a folder that it merely names. */
function linkedWorktrees(commonDir: string): string[] {
  const folder = path.join(commonDir, 'worktrees')
  return namesIn(folder).flatMap(name => {
    const file = textOf(path.join(folder, name, 'gitdir'))
    return file !== undefined && path.basename(file) === '.git' && fs.existsSync(file) ? [path.dirname(file)] : []
  })
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

function textOf(file: string): string | undefined {
  try {
    return readRegularFile(file).toString('utf8').trim()
  } catch {
    return undefined
  }
}
