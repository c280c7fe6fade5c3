import fs from 'node:fs'
import path from 'node:path'
import { type Refused, refuse } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { findRepository, readGitFile } from './find-repository.ts'

/** What git has begun in a worktree and waits for somebody to finish. */
export interface Unfinished {
  readonly name: string
  readonly message: string
  readonly fix: ShellText
  /** Given up, everything is as it was before. */
  readonly back?: ShellText | undefined
  /** Goes on without the present commit, where git refuses one that holds nothing. */
  readonly skip?: ShellText | undefined
}

interface Operation {
  readonly name: string
  /** Opens no editor: nobody may be there to close it. */
  readonly onward: ShellText
  /** Given up, everything is as it was before. */
  readonly back?: ShellText
  readonly skip?: ShellText
}

const MERGE: Operation = { name: 'A merge', onward: shell`git commit --no-edit`, back: shell`git merge --abort` }
const REBASE: Operation = {
  name: 'A rebase',
  onward: shell`git -c core.editor=true rebase --continue`,
  back: shell`git rebase --abort`,
}
const REBASE_BY_PATCHES: Operation = { ...REBASE, skip: shell`git rebase --skip` }
const AM: Operation = {
  name: 'A git am',
  onward: shell`git am --continue`,
  back: shell`git am --abort`,
  skip: shell`git am --skip`,
}
const CHERRY_PICK: Operation = {
  name: 'A cherry-pick',
  onward: shell`git -c core.editor=true cherry-pick --continue`,
  back: shell`git cherry-pick --abort`,
}
const REVERT: Operation = {
  name: 'A revert',
  onward: shell`git -c core.editor=true revert --continue`,
  back: shell`git revert --abort`,
}
const BISECT: Operation = { name: 'A bisect', onward: shell`git bisect reset` }

/** By the files that git keeps meanwhile. A rebase may keep those of a merge and of a cherry-pick too, so it is first. */
const SIGNS: readonly (readonly [sign: string, operation: Operation])[] = [
  ['rebase-merge', REBASE],
  ['rebase-apply/applying', AM],
  ['rebase-apply', REBASE_BY_PATCHES],
  ['MERGE_HEAD', MERGE],
  ['CHERRY_PICK_HEAD', { ...CHERRY_PICK, skip: shell`git cherry-pick --skip` }],
  ['REVERT_HEAD', { ...REVERT, skip: shell`git revert --skip` }],
  ['BISECT_LOG', BISECT],
]

/** The merge, rebase or the like that is under way in the worktree of this git directory, read from files alone. */
export function findUnfinished(gitDir: string): Unfinished | undefined {
  const operation = SIGNS.find(([sign]) => fs.existsSync(path.join(gitDir, sign)))?.[1] ?? sequencedIn(gitDir)
  if (operation === undefined) return undefined
  const { name, onward, back, skip } = operation
  const ways = back === undefined ? `End it: \`${onward}\`.` : `Finish it: \`${onward}\`. Or take it back: \`${back}\`.`
  return {
    message: `${name} is under way in this worktree; Furrow commits nothing until it ends. ${ways}`,
    name,
    fix: onward,
    ...(back !== undefined && { back }),
    ...(skip !== undefined && { skip }),
  }
}

/** Between two commits of several that are picked or reverted, only the list of those left is there. */
function sequencedIn(gitDir: string): Operation | undefined {
  const todo = readGitFile(path.join(gitDir, 'sequencer', 'todo'))
  if (todo === undefined) return undefined
  return /^\s*revert\b/.test(todo) ? REVERT : CHERRY_PICK
}

/** Thrown before anything is staged: a commit in the middle of a merge would be the merge, without the other side. */
export function requireFinished(root: string): void {
  const gitDir = findRepository(root)?.gitDir
  const unfinished = gitDir === undefined ? undefined : findUnfinished(gitDir)
  if (unfinished !== undefined) throw unfinishedRefusal(unfinished)
}

function unfinishedRefusal({ message, fix }: Unfinished): Refused {
  return refuse('blocked', message, { target: 'git', fix })
}
