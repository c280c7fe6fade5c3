import fs from 'node:fs'
import path from 'node:path'
import { runGit } from '../../store/git/git-run.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** Our own files, and what tools fetch and build: a proof says nothing about them. */
const NOT_CODE = new Set(['.git', 'sdd', '.sdlc', '.sow', 'node_modules'])
const MOST_ENTRIES = 50_000

/** A span of time, in milliseconds, during which one of the checks ran; it may write files. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

export interface TouchedFile {
  readonly path: string
  readonly at: number
}

/**
 * Files and folders of the workspace that git does not vouch for, with the time of their last change: untracked files
 * and the folders around them, whose time tells of what was removed. Without git, everything. Nothing when there is too
 * much to look at.
 */
export async function unversioned({ root, repository }: Workspace): Promise<readonly TouchedFile[] | undefined> {
  const names = repository.gitDir === undefined ? walk(root, ['.']) : await untracked(root)
  return names?.flatMap(name => touched(root, name))
}

/** What changed after a proof was given, other than by a check that ran then. */
export function changedAfter(
  end: number,
  entries: readonly TouchedFile[],
  spans: readonly TimeSpan[],
): TouchedFile | undefined {
  return entries.find(({ at }) => at > end && !spans.some(({ from, to }) => at >= from && at <= to))
}

async function untracked(root: string): Promise<string[] | undefined> {
  const list = async (...more: string[]) => {
    const { stdout } = await runGit(root, ['ls-files', '-z', ...more], { answers: [0, 128] })
    return stdout.split('\0').filter(name => name !== '' && isCode(name))
  }
  const files = await list('--others', '--exclude-standard')
  const folders = new Set([...files, ...(await list())].flatMap(foldersOf))
  if (files.length + folders.size > MOST_ENTRIES) return undefined
  // A folder whose last file was removed is in neither list.
  const own = await list('--others', '--exclude-standard', '--directory')
  const below = walk(
    root,
    own.filter(name => name.endsWith('/')).map(name => name.slice(0, -1)),
  )
  return below && [...files, ...folders, ...below]
}

/** Everything below these folders, and they themselves; nothing when it is too much. */
function walk(root: string, folders: readonly string[]): string[] | undefined {
  const found = [...folders]
  for (const folder of found) {
    if (found.length > MOST_ENTRIES) return undefined
    const place = path.join(root, folder)
    if (!fs.lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) continue
    const names = fs.readdirSync(place).map(name => (folder === '.' ? name : `${folder}/${name}`))
    found.push(...names.filter(isCode))
  }
  return found
}

function isCode(name: string): boolean {
  return !name.split('/').some(part => NOT_CODE.has(part))
}

/** `a/b/c.ts` lies in `a/b`, `a` and the root itself. */
function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1)
  return ['.', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))]
}

/** The time of the inode: setting a file's date back does not hide that it was written. */
function touched(root: string, name: string): TouchedFile[] {
  const stats = fs.lstatSync(path.join(root, name), { throwIfNoEntry: false })
  if (stats === undefined) return []
  return [{ path: name, at: stats.isDirectory() ? stats.mtimeMs : stats.ctimeMs }]
}
