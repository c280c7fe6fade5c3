import fs from 'node:fs'
import path from 'node:path'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { tempName } from '../../store/files/files.ts'
import { gitFolderFor } from '../../store/git/config/config-files.ts'
import type { OwnGitDir } from '../../store/git/config/prepare.ts'
import { findRepository } from '../../store/git/find-repository.ts'
import { copyIndex } from '../../store/git/git-index.ts'
import { PIPE } from '../../store/git/git-pipes.ts'
import { type GitOptions, runGit } from '../../store/git/git-run.ts'
import { commitAt } from '../../store/git/git-write.ts'
import { describeLeftOut, type LeftOut, leaveOutRepositories, leaveOutSpecialFiles, SET_ASIDE } from './left-out.ts'

/** Folders of Furrow's own in the main worktree: never a part of what is worked on, ignored or not. */
const OWN = ['.sdlc/.runs', '.sdlc/tool-interactions'] as const
const AUTHOR = ['user.name=Furrow', 'user.email=furrow@localhost', 'commit.gpgSign=false'].flatMap(setting => [
  '-c',
  setting,
])

export interface SnapshotRequest {
  /** The worktree whose files are taken: tracked and untracked ones, none that are ignored. */
  readonly root: string
  /** For the worktree of an agent: what it left there is taken byte by byte, and not believed. */
  readonly own?: OwnGitDir
  readonly message: string
  /** The commit it stands on; the one that is checked out when left out. */
  readonly parent?: string
  /** Keeps it from being cleared away: `refs/furrow/...`. */
  readonly ref?: string
}

export interface WorktreeSnapshot {
  readonly commit: string
  readonly tree: string
  /** Special files of an agent's worktree, in words. */
  readonly leftOut: readonly string[]
}

/** The files of a worktree as a commit, made beside the person's index, branch and stash, which stay as they are. */
export async function snapshot(request: SnapshotRequest, options: GitOptions = {}): Promise<WorktreeSnapshot> {
  const { root, message, ref, own = findRepository(root) } = request
  if (own === undefined) throw noRepository(root)
  const folder = path.join(gitFolderFor(own.commonDir, options.env ?? process.env), tempName())
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const plain = {
      timeoutMs: 300_000,
      ...options,
      index: path.join(folder, 'index'),
      ...(request.own !== undefined && { own: request.own }),
    }
    copyIndex(path.join(own.gitDir, 'index'), plain.index)
    const leftOut = request.own === undefined ? [] : await leaveOutSpecialFiles(root)
    await passOverSubmodules(root, plain)
    await forget(root, leftOut, plain)
    if (request.own === undefined) await addAll(root, plain)
    else leftOut.push(...(await addWithoutTraps(root, plain)))
    await runGit(root, ['rm', '--cached', '-r', '-f', '--quiet', '--ignore-unmatch', '--sparse', '--', ...OWN], plain)
    const tree = (await runGit(root, ['write-tree'], plain)).stdout.trim()
    const parent = request.parent ?? (await commitAt(root, 'HEAD', plain))
    const commit = await commitTree(root, { tree, parent, message, ref }, plain)
    return { commit, tree, leftOut: describeLeftOut(leftOut) }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** To see whether one is changed, `git add` would start git in it, with its own configuration. */
async function passOverSubmodules(root: string, options: GitOptions): Promise<void> {
  const { stdout } = await runGit(root, ['ls-files', '--stage', '-z'], { maxBytes: 256 * 2 ** 20, ...options })
  const submodules = stdout
    .split('\0')
    .flatMap(line => (line.startsWith('160000 ') ? [line.split('\t', 2)[1] ?? ''] : []))
  if (submodules.length > 0) await runGit(root, ['update-index', '--skip-worktree', '--', ...submodules], options)
}

/** In the place of a tracked file `git add` would refuse it, and the rest with it: that file is removed. */
async function forget(root: string, leftOut: readonly LeftOut[], options: GitOptions): Promise<void> {
  if (leftOut.length === 0) return
  const input = leftOut.map(({ path: file }) => `${file}\0`).join('')
  await runGit(root, ['update-index', '--force-remove', '-z', '--stdin'], { ...options, input })
}

const ADD = ['-c', 'core.safecrlf=false', 'add', '--all', '--sparse'] as const

/** What some file system takes for `.git`: git has no such name in any tree. */
const OF_GIT = /(?:^|\/)(?:\.git|git~1)[ .]*(?::[^/]*)?(?:\/|$)/i

/**
 * A nested repository without a commit, and a name that belongs to git, are nothing that git can add: they are answered.
 * Everything else is taken, or it is said why not.
 */
async function addAll(root: string, options: GitOptions): Promise<string[]> {
  const { code } = await runGit(root, [...ADD, '--', '.'], { ...options, answers: [128] })
  if (code === 0) return []
  await runGit(root, [...ADD, '--ignore-errors', '--', '.'], { ...options, answers: [1] })
  const args = ['ls-files', '--others', '--modified', '--deleted', '--exclude-standard', '-z']
  const { stdout } = await runGit(root, args, options)
  const passed = stdout.split('\0').filter(name => name !== '')
  if (passed.some(name => !name.endsWith('/') && !OF_GIT.test(name))) await runGit(root, [...ADD, '--', '.'], options)
  return passed
}

/**
 * A nested repository that leads git to a pipe somewhere else, or that has no commit, is none any more: its files are
 * what the agent made. What lay in its `.git` is left out, and so are names that only git may have.
 */
async function addWithoutTraps(root: string, options: GitOptions): Promise<LeftOut[]> {
  let passed = await addAll(root, options).catch((error: unknown) => {
    if (!isRefused(error) || error.target !== PIPE) throw error
    return ['/']
  })
  if (passed.some(name => name.endsWith('/'))) {
    await leaveOutRepositories(root)
    passed = await addAll(root, options)
  }
  const names = passed.filter(name => OF_GIT.test(name)).map(name => ({ path: name, kind: 'a name of git' as const }))
  return [...(await forgetSetAside(root, options)), ...names]
}

async function forgetSetAside(root: string, options: GitOptions): Promise<LeftOut[]> {
  const { stdout } = await runGit(root, ['ls-files', '-z'], { maxBytes: 256 * 2 ** 20, ...options })
  const files = stdout.split('\0').filter(name => SET_ASIDE.test(name))
  await forget(
    root,
    files.map(file => ({ path: file, kind: 'a repository' })),
    options,
  )
  const places = new Set(files.map(file => SET_ASIDE.exec(file)?.[0] ?? file))
  return [...places].map(movedTo => ({
    path: movedTo.replace(/\.set-aside(?:-\d+)?$/, ''),
    kind: 'a repository',
    movedTo,
  }))
}

interface NewCommit {
  readonly tree: string
  readonly parent?: string | undefined
  readonly message: string
  readonly ref?: string | undefined
}

/** A commit of a tree, beside every branch. */
export async function commitTree(root: string, commit: NewCommit, options: GitOptions = {}): Promise<string> {
  const { tree, parent, message, ref } = commit
  const above = parent === undefined ? [] : ['-p', parent]
  const { stdout } = await runGit(root, [...AUTHOR, 'commit-tree', tree, ...above, '-m', message], options)
  const made = stdout.trim()
  if (ref !== undefined) await runGit(root, ['update-ref', ref, made], options)
  return made
}

function noRepository(root: string) {
  return refuse('not_found', `There is no git repository in ${root}.`, { target: root, fix: shell`git init` })
}
