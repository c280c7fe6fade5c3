import fs from 'node:fs'
import path from 'node:path'
import type { Call } from '../../workspace/call.ts'
import { CHANGES, HISTORY } from '../shelf.ts'

/** Names of decisions in the other worktrees of this repository, so that two of them do not take the same number. */
export function namesInOtherWorktrees({ workspace: { root, repository } }: Pick<Call, 'workspace'>): string[] {
  if (repository.gitDir === undefined) return []
  const linked = list(path.join(repository.commonDir, 'worktrees')).flatMap(name => rootOf(repository.commonDir, name))
  const main = repository.mainWorktree === undefined ? [] : [repository.mainWorktree]
  const others = [...new Set([...main, ...linked])].filter(folder => folder !== root)
  return others.flatMap(folder => [CHANGES, HISTORY].flatMap(place => namesBelow(path.join(folder, place))))
}

function namesBelow(place: string): string[] {
  return list(place).flatMap(id => list(path.join(place, id, 'adrs')))
}

/** Git notes beside each linked worktree where its `.git` file is. */
function rootOf(commonDir: string, name: string): string[] {
  const pointer = path.join(commonDir, 'worktrees', name, 'gitdir')
  if (!fs.existsSync(pointer)) return []
  return [path.dirname(fs.readFileSync(pointer, 'utf8').trim())]
}

/** A worktree may be gone, or be a file: then there is nothing in it. */
function list(folder: string): string[] {
  return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? fs.readdirSync(folder) : []
}
