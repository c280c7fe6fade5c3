import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { readInside } from '../../store/anchor.ts'
import { readBytes } from '../../store/files.ts'
import type { Call } from '../../workspace/call.ts'
import { CHANGES, HISTORY } from '../shelf.ts'
import { type AdrHead, headOf } from './document.ts'

type Place = Pick<Call, 'workspace'>

/** Names of decisions in the other worktrees of this repository, so that two of them do not take the same number. */
export function namesInOtherWorktrees(place: Place): string[] {
  return filesIn(place).map(({ file }) => path.basename(file))
}

export interface ElsewhereHead extends AdrHead {
  readonly worktree: string
}

/** The decisions of the other worktrees: they are in a file, only not here. */
export function headsInOtherWorktrees(place: Place): ElsewhereHead[] {
  return filesIn(place).flatMap(({ worktree, file }) => {
    const text = file.endsWith('.md') ? textIn(worktree, file) : undefined
    const head = text === undefined ? undefined : headOf(file, text)
    return head === undefined ? [] : [{ ...head, worktree }]
  })
}

function filesIn(place: Place): { worktree: string; file: string }[] {
  return otherWorktrees(place).flatMap(worktree =>
    [CHANGES, HISTORY].flatMap(folder =>
      list(path.join(worktree, folder)).flatMap(id =>
        list(path.join(worktree, folder, id, 'adrs')).map(name => ({ worktree, file: `${folder}/${id}/adrs/${name}` })),
      ),
    ),
  )
}

function otherWorktrees({ workspace: { root, repository } }: Place): string[] {
  if (repository.gitDir === undefined) return []
  const linked = list(path.join(repository.commonDir, 'worktrees')).flatMap(name => rootOf(repository.commonDir, name))
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
function list(folder: string): string[] {
  return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? fs.readdirSync(folder) : []
}

/** What cannot be read there is told there. */
function textIn(worktree: string, file: string): string | undefined {
  try {
    return readInside(worktree, file)?.toString('utf8')
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
