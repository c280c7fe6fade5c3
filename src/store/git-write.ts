import path from 'node:path'
import { findRepository } from './find-repository.ts'
import { settingsAt } from './git-config/prepare.ts'
import { checkedRef } from './git-refs.ts'
import { type GitOptions, runGit } from './git-run.ts'

/** The few things that Furrow changes in a repository. Nothing here resets, stashes, cleans or forces. */
export async function createBranch(root: string, branch: string, options: GitOptions = {}): Promise<void> {
  await runGit(root, ['switch', '--quiet', '--no-track', '--create', checkedRef(branch)], options)
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
}

export async function commitPaths(root: string, request: CommitRequest, options: GitOptions = {}): Promise<string> {
  const { message, paths } = request
  await runGit(root, ['add', '--', ...paths], options)
  const args = ['commit', '--quiet', '--no-verify', `--message=${message}`, '--only', '--', ...paths]
  await runGit(root, args, { ...options, programs: true })
  return (await commitAt(root, 'HEAD', options)) ?? ''
}

/** Whether the last commit holds these paths as they are now. */
export async function isCommitted(root: string, paths: readonly string[], options: GitOptions = {}): Promise<boolean> {
  if ((await commitAt(root, 'HEAD', options)) === undefined) return false
  const { stdout: listed } = await runGit(root, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', ...paths], options)
  const known = listed.split('\0')
  if (!paths.every(path => known.includes(path))) return false
  const args = ['diff', '--quiet', '--no-ext-diff', '--no-textconv', 'HEAD', '--', ...paths]
  const { code } = await runGit(root, args, { ...options, answers: [1] })
  return code === 0
}

export interface PushRequest {
  readonly remote: string
  readonly branch: string
}

/** One branch, fast-forward only; no hook and no program of the repository takes part. */
export async function push(root: string, request: PushRequest, options: GitOptions = {}): Promise<void> {
  const [branch, remote] = [checkedRef(request.branch), checkedRef(request.remote)]
  const ref = `refs/heads/${branch}:refs/heads/${branch}`
  const args = ['push', '--quiet', '--no-verify', '--end-of-options', remote, ref]
  await runGit(root, args, { timeoutMs: 120_000, ...options, network: true, programs: true })
  await setUpstream(root, { branch, remote }, options)
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
