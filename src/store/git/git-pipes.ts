import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { isInside } from '../files/contain.ts'
import { hasCode } from '../files/io-refusal.ts'
import { findRepository } from './find-repository.ts'
import { findSpecialFiles, isOpenedByGit, type SpecialFile } from './special-files.ts'

/** A git that has answered by then is not looked after; each later look comes after twice the time. */
const FIRST_LOOK_MS = 500

interface FoundPipe {
  /** Nothing when it is none of the files of the repository, but a link or a nested repository leads there. */
  readonly file?: string
  readonly kind: SpecialFile['kind']
}

export interface PipeWatch extends Disposable {
  /** What git waits for, by its path and kind. */
  readonly found: FoundPipe | undefined
}

/**
 * Git opens `.gitattributes`, `.gitignore` and files of its own whatever they are, and waits at a named pipe for good.
 * While a git does not answer, the pipe that it waits for is looked for; `stop` is called while git still waits.
 */
export function watchForPipe(folder: string, git: { readonly pid?: number | undefined }, stop: () => void): PipeWatch {
  let isOver = false
  let found: FoundPipe | undefined
  let timer: NodeJS.Timeout
  const end = (what: FoundPipe) => {
    isOver = true
    found = what
    stop()
  }
  const schedule = (wait: number) => {
    timer = setTimeout(() => void look(wait), wait)
  }
  const look = async (waited: number) => {
    for (const root of rootsOf(folder)) {
      const special = await findSpecialFiles(root.at, { isOver: () => isOver })
      for (const { path: file, kind } of special) {
        if (isOver || !(root.isGits || isOpenedByGit(file))) continue
        const place = path.join(root.at, file)
        isWaitedFor(place, kind, () => end({ file: place, kind }))
      }
    }
    if (!isOver && waitsForSomePipe(git.pid)) end({ kind: 'a named pipe' })
    if (!isOver) schedule(2 * waited)
  }
  schedule(FIRST_LOOK_MS)
  return {
    get found() {
      return found
    },
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

interface ScanRoot {
  readonly at: string
  /** A git directory: git opens everything in it. */
  readonly isGits: boolean
}

function rootsOf(folder: string): ScanRoot[] {
  const { topLevel, gitDir, commonDir } = repositoryAt(folder) ?? {
    topLevel: folder,
    gitDir: folder,
    commonDir: folder,
  }
  const apart = [...new Set([commonDir, gitDir])].filter(at => topLevel === undefined || !isInside(topLevel, at))
  const worktree = topLevel === undefined ? [] : [{ at: topLevel, isGits: false }]
  return [...worktree, ...apart.map(at => ({ at, isGits: true }))]
}

/** Somebody may have damaged it since git was started. */
function repositoryAt(folder: string) {
  try {
    return findRepository(folder)
  } catch {
    return undefined
  }
}

/**
 * A pipe can be opened for writing without waiting only while somebody waits for it at the other end. It stays open
 * until `use` is over: after that git would read it as empty.
 */
function isWaitedFor(place: string, kind: SpecialFile['kind'], use: () => void): void {
  if (kind === 'a device') use()
  // To open a socket fails at once.
  if (kind !== 'a named pipe') return
  const { O_WRONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants
  try {
    const handle = fs.openSync(place, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
    use()
    fs.closeSync(handle)
  } catch (error) {
    // Nobody can tell who waits for one that may not be written.
    if (hasCode(error, 'EACCES')) use()
  }
}

/** Linux says in which call a process waits. */
function waitsForSomePipe(pid: number | undefined): boolean {
  try {
    return process.platform === 'linux' && fs.readFileSync(`/proc/${pid}/wchan`, 'utf8') === 'wait_for_partner'
  } catch {
    return false
  }
}

export function pipeRefusal(verb: string, { file, kind }: FoundPipe) {
  if (file === undefined) return refuse('conflict', `${verb} waits for ${kind}: ${ELSEWHERE}`, { target: PIPE })
  return refuse('conflict', `${file} is ${kind}, and ${verb} waits for it. Remove it, then try again.`, {
    target: file,
    fix: shell`rm -f -- ${file}`,
  })
}

const ELSEWHERE = 'a link or a repository in the worktree leads there. Remove it, then try again.'

/** The target of a refusal where git waits for a pipe that is not among the files of the repository. */
export const PIPE = 'git.pipe'
