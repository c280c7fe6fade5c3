import { withoutFilters } from './git.ts'
import { checkedRef } from './git-refs.ts'
import { type GitOptions, runGit } from './git-run.ts'

/** The few things that Furrow changes in a repository. Nothing here resets, stashes, cleans or forces. */
export async function createBranch(root: string, branch: string, options: GitOptions = {}): Promise<void> {
  await runGit(root, ['switch', '--quiet', '--no-track', '--create', checkedRef(branch)], {
    ...options,
    worktree: true,
  })
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
  const plain = await withoutFilters(root, options)
  await runGit(root, ['add', '--', ...paths], plain)
  await runGit(root, ['commit', '--quiet', '--no-verify', `--message=${message}`, '--only', '--', ...paths], plain)
  return (await commitAt(root, 'HEAD', options)) ?? ''
}

/** Whether the last commit holds these paths as they are now. */
export async function isCommitted(root: string, paths: readonly string[], options: GitOptions = {}): Promise<boolean> {
  if ((await commitAt(root, 'HEAD', options)) === undefined) return false
  const plain = await withoutFilters(root, options)
  const { stdout: listed } = await runGit(root, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', ...paths], plain)
  const known = listed.split('\0')
  if (!paths.every(path => known.includes(path))) return false
  const args = ['diff', '--quiet', '--no-ext-diff', '--no-textconv', 'HEAD', '--', ...paths]
  const { code } = await runGit(root, args, { ...plain, answers: [1] })
  return code === 0
}

/** Programs that the repository's own configuration would have git start when it talks to a remote. */
export async function foreignPrograms(root: string, options: GitOptions = {}): Promise<string[]> {
  const pattern = String.raw`^(core\.(sshcommand|askpass|gitproxy)|credential\..*|remote\..*\.(vcs|receivepack|proxy)|gpg\..*|url\..*)$`
  const args = ['config', '--local', '--name-only', '-z', '--get-regexp', pattern]
  const { stdout } = await runGit(root, args, { ...options, answers: [1] })
  return [...new Set(stdout.split('\0').filter(name => name !== ''))]
}

export interface PushRequest {
  readonly remote: string
  readonly branch: string
}

/** One branch, fast-forward only; no hook and no program of the repository takes part. */
export async function push(root: string, { remote, branch }: PushRequest, options: GitOptions = {}): Promise<void> {
  const ref = `refs/heads/${checkedRef(branch)}:refs/heads/${branch}`
  const args = ['push', '--quiet', '--no-verify', '--set-upstream', '--end-of-options', checkedRef(remote), ref]
  await runGit(root, args, { timeoutMs: 120_000, ...options, network: true })
}

export async function remotes(root: string, options: GitOptions = {}): Promise<string[]> {
  const { stdout } = await runGit(root, ['remote'], options)
  return stdout.split('\n').filter(name => name !== '')
}

/** The branch that a remote calls its main one, as far as this clone knows. */
export async function remoteHead(root: string, remote: string, options: GitOptions = {}): Promise<string | undefined> {
  const args = ['symbolic-ref', '--quiet', '--short', `refs/remotes/${checkedRef(remote)}/HEAD`]
  const { code, stdout } = await runGit(root, args, { ...options, answers: [1, 128] })
  return code === 0 ? stdout.trim().slice(remote.length + 1) : undefined
}
