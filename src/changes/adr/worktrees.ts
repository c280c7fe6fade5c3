import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { readInside } from '../../store/files/safe-open.ts'
import type { WorkspaceContext } from '../../workspace/call.ts'
import { CHANGES, HISTORY } from '../record/change-files.ts'
import { listFolder, otherWorktrees } from '../record/other-worktrees.ts'
import { type AdrHead, adrHeadOf } from './document.ts'

/** Names of decisions in the other worktrees of this repository, so that two of them do not take the same number. */
export function namesInOtherWorktrees(place: WorkspaceContext): string[] {
  return filesIn(place).map(({ file }) => path.basename(file))
}

export interface ElsewhereHead extends AdrHead {
  readonly worktree: string
}

/** The decisions of the other worktrees: they are in a file, only not here. */
export function headsInOtherWorktrees(place: WorkspaceContext): ElsewhereHead[] {
  return filesIn(place).flatMap(({ worktree, file }) => {
    const text = file.endsWith('.md') ? textIn(worktree, file) : undefined
    const head = text === undefined ? undefined : adrHeadOf(file, text)
    return head === undefined ? [] : [{ ...head, worktree }]
  })
}

function filesIn(place: WorkspaceContext): { worktree: string; file: string }[] {
  return otherWorktrees(place).flatMap(worktree =>
    [CHANGES, HISTORY].flatMap(folder =>
      listFolder(path.join(worktree, folder)).flatMap(id =>
        listFolder(path.join(worktree, folder, id, 'adrs')).map(name => ({
          worktree,
          file: `${folder}/${id}/adrs/${name}`,
        })),
      ),
    ),
  )
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
