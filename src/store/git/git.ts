import fs from 'node:fs'
import path from 'node:path'
import { nameOf, sectionOf, subsectionOf } from './config/config-text.ts'
import { settingsAt } from './config/prepare.ts'
import { findRepository, readGitFile } from './find-repository.ts'
import { gitHeadOf } from './git-head.ts'
import { checkedRef } from './git-refs.ts'
import { type GitOptions, runGit } from './git-run.ts'

export interface StatusEntry {
  /** The two letters of `git status --porcelain`: index and worktree. */
  readonly code: string
  readonly path: string
}

/** What differs from the last commit. Submodules are not entered: they have a configuration of their own. */
export async function gitStatus(root: string, options: GitOptions = {}): Promise<StatusEntry[]> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=all',
    '--no-ahead-behind',
  ]
  const { stdout } = await runGit(root, [...args, '--no-renames'], options)
  return stdout.split('\0').flatMap(entry => (entry === '' ? [] : [{ code: entry.slice(0, 2), path: entry.slice(3) }]))
}

export interface DiffRequest {
  /** Without a ref, the worktree is compared with the index; with one, with that commit; with two, both commits. */
  readonly refs?: readonly string[]
  readonly paths?: readonly string[]
}

const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short', '--ignore-submodules=dirty']

export async function gitDiff(root: string, request: DiffRequest = {}, options: GitOptions = {}): Promise<string> {
  const refs = (request.refs ?? []).map(checkedRef)
  const args = ['diff', ...PLAIN_DIFF, '--end-of-options', ...refs, '--', ...(request.paths ?? [])]
  const { stdout } = await runGit(root, args, options)
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

export async function gitLog(root: string, request: LogRequest = {}, options: GitOptions = {}): Promise<Commit[]> {
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

/** What the repository's own configuration says about its remotes, read as data. */
export function gitRemotes(root: string): string[] {
  const named = settingsAt(root).filter(({ key }) => sectionOf(key) === 'remote' && nameOf(key) === 'url')
  return [...new Set(named.map(({ key }) => subsectionOf(key) ?? ''))].filter(name => name !== '').toSorted()
}

export function remoteUrl(root: string, remote = 'origin'): string | undefined {
  return settingsAt(root).findLast(({ key }) => key === `remote.${remote}.url`)?.value
}

export interface Worktree {
  readonly path: string
  readonly head?: string
  readonly branch?: string
  readonly bare: boolean
}

/** The worktrees of a repository, the one that it was made with first; read from the files and without starting git. */
export function listWorktrees(root: string): Worktree[] {
  const found = findRepository(root)
  if (found === undefined) return []
  const { commonDir, mainTopLevel } = found
  const main = describeWorktree(mainTopLevel ?? commonDir, { gitDir: commonDir, commonDir }, mainTopLevel === undefined)
  const folder = path.join(commonDir, 'worktrees')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : []
  return [main, ...names.flatMap(name => linkedWorktree(commonDir, path.join(folder, name)))]
}

function linkedWorktree(commonDir: string, gitDir: string): Worktree[] {
  const pointer = readGitFile(path.join(gitDir, 'gitdir'))?.trimEnd()
  if (pointer === undefined || pointer === '') return []
  return [describeWorktree(path.dirname(path.resolve(gitDir, pointer)), { gitDir, commonDir }, false)]
}

function describeWorktree(at: string, places: { gitDir: string; commonDir: string }, bare: boolean): Worktree {
  const head = gitHeadOf(places)
  return {
    path: at,
    bare,
    ...('commit' in head && head.commit !== undefined && { head: head.commit }),
    ...('branch' in head && !bare && { branch: head.branch }),
  }
}

/** Tracked files and untracked ones that are not ignored. */
export async function lsFiles(
  root: string,
  paths: readonly string[] = [],
  options: GitOptions = {},
): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...paths]
  const { stdout } = await runGit(root, args, options)
  return stdout.split('\0').filter(file => file !== '')
}
