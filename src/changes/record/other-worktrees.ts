import fs from 'node:fs'
import path from 'node:path'
import { readBytes } from '../../store/files/read-file.ts'
import type { WorkspaceContext } from '../../workspace/call.ts'
import { CHANGES, HISTORY } from './change-files.ts'

/** The ids of changes in the other worktrees, so that two of them do not take the same one. */
export function idsInOtherWorktrees(place: WorkspaceContext): string[] {
  return otherWorktrees(place).flatMap(worktree =>
    [CHANGES, HISTORY].flatMap(folder => listFolder(path.join(worktree, folder))),
  )
}

export function otherWorktrees({ workspace: { root, repository } }: WorkspaceContext): string[] {
  if (repository.gitDir === undefined) return []
  const linked = listFolder(path.join(repository.commonDir, 'worktrees')).flatMap(name =>
    rootOf(repository.commonDir, name),
  )
  const main = repository.mainWorktree === undefined ? [] : [repository.mainWorktree]
  return [...new Set([...main, ...linked])].filter(folder => folder !== root)
}

/** Git notes beside each linked worktree where its `.git` file is. */
function rootOf(commonDir: string, name: string): string[] {
  const pointer = path.join(commonDir, 'worktrees', name, 'gitdir')
  const text = readBytes(pointer)?.toString('utf8').trim()
  return text === undefined ? [] : [path.dirname(text)]
}

/** A worktree may be gone, or be a file: then there is nothing in it. */
export function listFolder(folder: string): string[] {
  return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? fs.readdirSync(folder) : []
}
