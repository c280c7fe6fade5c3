import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { hasCode, ioRefusal } from '../files/io-refusal.ts'
import { readRegularFile } from '../files/read-file.ts'

export interface FoundRepository {
  /** The real path of the worktree; a bare repository has none. */
  readonly topLevel: string | undefined
  readonly gitDir: string
  /** The real path of what all worktrees share. */
  readonly commonDir: string
  readonly bare: boolean
  readonly linked: boolean
  /** The worktree that the repository was made with; none when the repository itself is bare. */
  readonly mainTopLevel: string | undefined
}

/** The git repository around a folder, found as git finds it but without starting git. */
export function findRepository(start: string): FoundRepository | undefined {
  for (let folder = realFolder(start); ; folder = path.dirname(folder)) {
    const found = repositoryAt(folder)
    if (found !== undefined) return found
    if (path.dirname(folder) === folder) return undefined
  }
}

function realFolder(start: string): string {
  try {
    return fs.realpathSync(start)
  } catch (cause) {
    throw refuse('not_found', `There is no folder ${start}.`, { target: start, cause })
  }
}

function repositoryAt(folder: string): FoundRepository | undefined {
  const dotGit = path.join(folder, '.git')
  const stats = fs.statSync(dotGit, { throwIfNoEntry: false })
  if (stats?.isFile()) return describe(pointedTo(dotGit), folder)
  if (stats?.isDirectory() && isGitDirectory(dotGit)) return describe(fs.realpathSync(dotGit), folder)
  if (!isGitDirectory(folder)) return undefined
  return describe(folder, path.basename(folder) === '.git' ? path.dirname(folder) : undefined)
}

/** `.git` as a file names the real directory: linked worktrees, submodules, `--separate-git-dir`. */
function pointedTo(dotGit: string): string {
  const target = /^gitdir: (.+)$/s.exec(readGitFile(dotGit) ?? '')?.[1]?.replace(/[\r\n]+$/, '')
  if (target === undefined) throw broken(dotGit, 'does not say where its git directory is')
  const gitDir = path.resolve(path.dirname(dotGit), target)
  if (!isGitDirectory(gitDir)) throw broken(dotGit, `points to ${gitDir}, where no git directory is`)
  return fs.realpathSync(gitDir)
}

function broken(dotGit: string, what: string) {
  return refuse('damaged', `${dotGit} ${what}; git worktree repair may mend it.`, {
    target: dotGit,
    fix: shell`furrow doctor`,
  })
}

function isGitDirectory(folder: string): boolean {
  if (readGitFile(path.join(folder, 'HEAD')) === undefined) return false
  const common = commonOf(folder)
  return isFolder(path.join(common, 'objects')) && isFolder(path.join(common, 'refs'))
}

function commonOf(gitDir: string): string {
  const named = readGitFile(path.join(gitDir, 'commondir'))?.trimEnd()
  return named === undefined || named === '' ? gitDir : path.resolve(gitDir, named)
}

function describe(gitDir: string, folder: string | undefined): FoundRepository {
  const commonDir = fs.realpathSync(commonOf(gitDir))
  const linked = commonDir !== gitDir
  const core = coreSettings(commonDir)
  const topLevel = linked || !core.bare ? folder : undefined
  const mainTopLevel = core.bare ? undefined : linked ? mainOf(commonDir, core.worktree) : topLevel
  return { topLevel, gitDir, commonDir, bare: topLevel === undefined, linked, mainTopLevel }
}

function mainOf(commonDir: string, worktree: string | undefined): string | undefined {
  if (path.basename(commonDir) === '.git') return path.dirname(commonDir)
  const named = worktree === undefined ? undefined : path.resolve(commonDir, worktree)
  return named !== undefined && isFolder(named) ? fs.realpathSync(named) : undefined
}

interface CoreSettings {
  readonly bare: boolean
  readonly worktree: string | undefined
}

/** The two settings that decide where a worktree is. Includes are not followed: git does not follow them for these. */
function coreSettings(commonDir: string): CoreSettings {
  const shared = readGitFile(path.join(commonDir, 'config')) ?? ''
  const own = /worktreeconfig\s*=\s*true/i.test(shared)
    ? readGitFile(path.join(commonDir, 'config.worktree'))
    : undefined
  const lines = [...coreLines(shared), ...coreLines(own ?? '')]
  const last = (key: RegExp) =>
    lines
      .findLast(line => key.test(line))
      ?.replace(key, '')
      .trim()
  const bare = last(/^bare\s*(?:=|$)/i)
  const worktree = last(/^worktree\s*=/i)?.replace(/^"(.*)"$/, '$1')
  return { bare: bare !== undefined && /^(?:true|yes|on|1|)$/i.test(bare), worktree }
}

function coreLines(config: string): string[] {
  let inCore = false
  return config.split('\n').flatMap(raw => {
    const line = raw.trim()
    if (line.startsWith('[')) inCore = /^\[core\]/i.test(line)
    return inCore && !line.startsWith('[') ? [line] : []
  })
}

/** A small file of git's own, or nothing where there is none. */
export function readGitFile(file: string): string | undefined {
  try {
    return readRegularFile(file).toString('utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].some(code => hasCode(error, code))) return undefined
    throw ioRefusal(error, file)
  }
}

function isFolder(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}
