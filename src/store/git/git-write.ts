import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { settingsAt } from './config/prepare.ts'
import { findRepository } from './find-repository.ts'
import { checkedRef } from './git-refs.ts'
import { type GitOptions, runGit } from './git-run.ts'
import { requireFinished } from './git-unfinished.ts'

/** The few things that Furrow changes in a repository. Nothing here resets, stashes, cleans or forces. */
export async function createBranch(
  root: string,
  branch: string,
  { from, ...options }: GitOptions & { readonly from?: string | undefined } = {},
): Promise<void> {
  requireFinished(root)
  const start = from === undefined ? [] : [checkedRef(from)]
  await runGit(root, ['switch', '--quiet', '--no-track', '--create', checkedRef(branch), ...start], options)
}

export async function commitAt(root: string, ref: string, options: GitOptions = {}): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${checkedRef(ref)}^{commit}`]
  const { code, stdout } = await runGit(root, args, { ...options, answers: [1, 128] })
  return code === 0 ? stdout.trim() : undefined
}

export interface CommitRequest {
  readonly message: string
  /** Only these are staged and committed; whatever else is staged stays as it is. */
  readonly paths: readonly string[]
  /** Files and folders that the commit no longer holds; what is in the worktree stays there. */
  readonly removes?: readonly string[]
}

export async function commitPaths(root: string, request: CommitRequest, options: GitOptions = {}): Promise<string> {
  requireFinished(root)
  const { message, paths, removes = [] } = request
  if (removes.length > 0) await commitWithout(root, { ...request, removes }, options)
  else {
    await runGit(root, ['add', '--', ...paths], options)
    const args = ['commit', '--quiet', '--no-verify', `--message=${message}`, '--only', '--', ...paths]
    await runGit(root, args, { ...options, programs: true })
  }
  return (await commitAt(root, 'HEAD', options)) ?? ''
}

/**
 * `commit --only` takes the worktree as it is, so what stays there could not leave the commit: this one is made from an
 * index of its own. The person's index follows first, so that a crash in between leaves no file staged for its return.
 */
async function commitWithout(root: string, request: Required<CommitRequest>, options: GitOptions): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-index-'))
  const own = { ...options, index: path.join(folder, 'index') }
  try {
    await runGit(root, ['read-tree', 'HEAD'], own)
    for (const at of [options, own]) {
      const args = ['rm', '--cached', '--force', '--quiet', '-r', '--ignore-unmatch', '--', ...request.removes]
      await runGit(root, args, at)
      if (request.paths.length > 0) await runGit(root, ['add', '--', ...request.paths], at)
    }
    await runGit(root, ['commit', '--quiet', '--no-verify', `--message=${request.message}`], { ...own, programs: true })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The files that the last commit holds below these paths. */
export async function committedFiles(
  root: string,
  paths: readonly string[],
  { ref = 'HEAD', ...options }: GitOptions & { readonly ref?: string } = {},
): Promise<string[]> {
  if (paths.length === 0 || (await commitAt(root, ref, options)) === undefined) return []
  const args = ['ls-tree', '-r', '-z', '--name-only', checkedRef(ref), '--', ...paths]
  const { stdout } = await runGit(root, args, options)
  return stdout.split('\0').filter(file => file !== '')
}

/** Whether the last commit holds these paths as they are now. */
export async function isCommitted(root: string, paths: readonly string[], options: GitOptions = {}): Promise<boolean> {
  const known = await committedFiles(root, paths, options)
  if (known.length === 0 || !paths.every(path => known.includes(path))) return false
  const args = ['diff', '--quiet', '--no-ext-diff', '--no-textconv', 'HEAD', '--', ...paths]
  const { code } = await runGit(root, args, { ...options, answers: [1] })
  return code === 0
}

/** Whether one commit is, or comes before, another. */
export async function isAncestor(
  root: string,
  { commit, of }: { readonly commit: string; readonly of: string },
  options: GitOptions = {},
): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', checkedRef(commit), checkedRef(of)]
  const { code } = await runGit(root, args, { ...options, answers: [1, 128] })
  return code === 0
}

export interface PushRequest {
  readonly remote: string
  readonly branch: string
}

/** One branch, fast-forward only; no hook and no program of the repository takes part. */
export async function gitPush(root: string, request: PushRequest, options: GitOptions = {}): Promise<void> {
  const [branch, remote] = [checkedRef(request.branch), checkedRef(request.remote)]
  const ref = `refs/heads/${branch}:refs/heads/${branch}`
  const args = ['push', '--quiet', '--no-verify', '--end-of-options', remote, ref]
  await runGit(root, args, { timeoutMs: 120_000, ...options, network: true, programs: true })
  await setUpstream(root, { branch, remote }, options)
}

export interface FetchRequest extends PushRequest {
  /** Where the branch is asked for: a push may go elsewhere than a pull. */
  readonly address: string
}

/** What a remote has of one branch, as far as its tracking branch; nothing of ours changes. */
export async function gitFetch(root: string, request: FetchRequest, options: GitOptions = {}): Promise<void> {
  const [branch, remote] = [checkedRef(request.branch), checkedRef(request.remote)]
  const quiet = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-maintenance']
  const ref = `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`
  const args = ['fetch', ...quiet, '--end-of-options', request.address, ref]
  await runGit(root, args, { timeoutMs: 60_000, ...options, network: true, programs: true })
}

/** Into the repository's own file: git itself would write it to the configuration that it was given. */
async function setUpstream(root: string, { branch, remote }: PushRequest, options: GitOptions): Promise<void> {
  const file = path.join(findRepository(root)?.commonDir ?? root, 'config')
  const wanted = { remote, merge: `refs/heads/${branch}` }
  for (const [name, value] of Object.entries(wanted)) {
    const key = `branch.${branch}.${name}`
    if (settingsAt(root).findLast(setting => setting.key === key)?.value !== value)
      await runGit(root, ['config', '--file', file, '--replace-all', key, value], options)
  }
}

/** The branch that a remote calls its main one, as far as this clone knows. */
export async function remoteHead(root: string, remote: string, options: GitOptions = {}): Promise<string | undefined> {
  const args = ['symbolic-ref', '--quiet', '--short', `refs/remotes/${checkedRef(remote)}/HEAD`]
  const { code, stdout } = await runGit(root, args, { ...options, answers: [1, 128] })
  return code === 0 ? stdout.trim().slice(remote.length + 1) : undefined
}
