import { checkedRef } from './git-refs.ts'
import { type GitOptions, runGit } from './git-run.ts'

export interface StatusEntry {
  /** The two letters of `git status --porcelain`: index and worktree. */
  readonly code: string
  readonly path: string
}

/** What differs from the last commit. Submodules are not entered: they have a configuration of their own. */
export async function status(root: string, options: GitOptions = {}): Promise<StatusEntry[]> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=all',
    '--no-ahead-behind',
  ]
  const { stdout } = await runGit(root, [...args, '--no-renames'], await withoutFilters(root, options))
  return stdout.split('\0').flatMap(entry => (entry === '' ? [] : [{ code: entry.slice(0, 2), path: entry.slice(3) }]))
}

export interface DiffRequest {
  /** Without a ref, the worktree is compared with the index; with one, with that commit; with two, both commits. */
  readonly refs?: readonly string[]
  readonly paths?: readonly string[]
}

const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short', '--ignore-submodules=dirty']

export async function diff(root: string, request: DiffRequest = {}, options: GitOptions = {}): Promise<string> {
  const refs = (request.refs ?? []).map(checkedRef)
  const args = ['diff', ...PLAIN_DIFF, '--end-of-options', ...refs, '--', ...(request.paths ?? [])]
  const { stdout } = await runGit(root, args, await withoutFilters(root, options))
  return stdout
}

export interface Commit {
  readonly hash: string
  readonly author: string
  readonly email: string
  readonly date: string
  readonly subject: string
}

export interface LogRequest {
  readonly ref?: string
  readonly limit?: number
  readonly paths?: readonly string[]
}

export async function log(root: string, request: LogRequest = {}, options: GitOptions = {}): Promise<Commit[]> {
  const { ref = 'HEAD', limit = 50, paths = [] } = request
  const format = '--format=%H%x1f%an%x1f%ae%x1f%aI%x1f%s%x00'
  const quiet = ['--no-show-signature', '--no-notes', '--no-decorate', '--no-color', '--no-patch', '--no-mailmap']
  const args = ['log', format, `--max-count=${Math.trunc(limit)}`, ...quiet, '--end-of-options', checkedRef(ref), '--']
  const { stdout } = await runGit(root, [...args, ...paths], options)
  return stdout.split('\0').flatMap(record => commitOf(record.replace(/^\n/, '')))
}

function commitOf(record: string): Commit[] {
  const [hash, author = '', email = '', date = '', subject = ''] = record.split('\x1f')
  return hash === undefined || hash === '' ? [] : [{ hash, author, email, date, subject }]
}

export async function remoteUrl(
  root: string,
  remote = 'origin',
  options: GitOptions = {},
): Promise<string | undefined> {
  const key = `remote.${checkedRef(remote)}.url`
  const { code, stdout } = await runGit(root, ['config', '--get', key], { ...options, answers: [1] })
  return code === 0 ? stdout.replace(/\n$/, '') : undefined
}

export interface Worktree {
  readonly path: string
  readonly head?: string
  readonly branch?: string
  readonly bare: boolean
}

export async function listWorktrees(root: string, options: GitOptions = {}): Promise<Worktree[]> {
  const { stdout } = await runGit(root, ['worktree', 'list', '--porcelain', '-z'], options)
  return stdout.split('\0\0').flatMap(block => worktreeOf(block.split('\0')))
}

function worktreeOf(lines: readonly string[]): Worktree[] {
  const value = (name: string) => lines.find(line => line.startsWith(`${name} `))?.slice(name.length + 1)
  const folder = value('worktree')
  const head = value('HEAD')
  const branch = value('branch')?.replace(/^refs\/heads\//, '')
  if (folder === undefined) return []
  return [{ path: folder, bare: lines.includes('bare'), ...(head && { head }), ...(branch && { branch }) }]
}

/** Tracked files and untracked ones that are not ignored. */
export async function lsFiles(
  root: string,
  paths: readonly string[] = [],
  options: GitOptions = {},
): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...paths]
  const { stdout } = await runGit(root, args, { ...options, worktree: true })
  return stdout.split('\0').filter(file => file !== '')
}

/**
 * A repository may name clean filters in its attributes and the commands for them in its configuration; `status` and
 * `diff` would start them. Their names are the repository's, so they are listed and each is laid over with nothing.
 */
export async function withoutFilters(root: string, options: GitOptions): Promise<GitOptions> {
  const args = ['config', '--name-only', '-z', '--get-regexp', '^filter\\.']
  const { stdout } = await runGit(root, args, { ...options, answers: [1] })
  const names = [...new Set(stdout.split('\0').filter(name => /^filter\..+\.[^.]+$/.test(name)))]
  const drivers = new Set(names.map(name => name.replace(/\.[^.]+$/, '')))
  const settings = [...drivers].flatMap(driver => [
    [`${driver}.clean`, ''] as const,
    [`${driver}.smudge`, ''] as const,
    [`${driver}.process`, ''] as const,
    [`${driver}.required`, 'false'] as const,
  ])
  return { ...options, worktree: true, settings: [...(options.settings ?? []), ...settings] }
}
