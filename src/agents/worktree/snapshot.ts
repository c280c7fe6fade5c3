import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withoutFilters } from '../../store/git.ts'
import { type GitOptions, runGit } from '../../store/git-run.ts'
import { commitAt } from '../../store/git-write.ts'

/** Folders of Furrow's own in the main worktree: never a part of what is worked on, ignored or not. */
const OWN = ['.sdlc/.runs', '.sdlc/tool-interactions'] as const
const AUTHOR = ['user.name=Furrow', 'user.email=furrow@localhost', 'commit.gpgSign=false'].flatMap(setting => [
  '-c',
  setting,
])

export interface SnapshotRequest {
  /** The worktree whose files are taken: tracked and untracked ones, none that are ignored. */
  readonly root: string
  readonly message: string
  /** The commit it stands on; the one that is checked out when left out. */
  readonly parent?: string
  /** Keeps it from being cleared away: `refs/furrow/...`. */
  readonly ref?: string
}

export interface Snapshot {
  readonly commit: string
  readonly tree: string
}

/** The files of a worktree as a commit, made beside the person's index, branch and stash, which stay as they are. */
export async function snapshot(request: SnapshotRequest, options: GitOptions = {}): Promise<Snapshot> {
  const { root, message, ref } = request
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-index-'))
  try {
    const plain = { timeoutMs: 300_000, ...(await withoutFilters(root, options)), index: path.join(folder, 'index') }
    await copyIndex(root, plain)
    await runGit(root, ['add', '--all', '--', '.'], plain)
    await runGit(root, ['rm', '--cached', '-r', '-f', '--quiet', '--ignore-unmatch', '--', ...OWN], plain)
    const tree = (await runGit(root, ['write-tree'], plain)).stdout.trim()
    const parent = request.parent ?? (await commitAt(root, 'HEAD', options))
    return { commit: await commitTree(root, { tree, parent, message, ref }), tree }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

interface NewCommit {
  readonly tree: string
  readonly parent?: string | undefined
  readonly message: string
  readonly ref?: string | undefined
}

/** A commit of a tree, beside every branch. */
export async function commitTree(root: string, { tree, parent, message, ref }: NewCommit): Promise<string> {
  const above = parent === undefined ? [] : ['-p', parent]
  const { stdout } = await runGit(root, [...AUTHOR, 'commit-tree', tree, ...above, '-m', message])
  const commit = stdout.trim()
  if (ref !== undefined) await runGit(root, ['update-ref', ref, commit])
  return commit
}

/** The index as it is knows which files are unchanged, so that not all of them are read again. */
async function copyIndex(root: string, options: GitOptions & { index: string }): Promise<void> {
  const { index, ...plain } = options
  const { stdout } = await runGit(root, ['rev-parse', '--git-path', 'index'], plain)
  const file = path.resolve(root, stdout.trim())
  if (!fs.existsSync(file)) return
  // Git compares files that are as new as their index byte for byte; a copy must not look newer than it is.
  const { atimeMs, mtimeMs } = fs.statSync(file)
  fs.copyFileSync(file, index)
  fs.utimesSync(index, atimeMs / 1000, Math.floor(mtimeMs / 1000))
}
