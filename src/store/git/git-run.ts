import { type ChildProcessByStdio, spawn } from 'node:child_process'
import fs from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { trustedPath } from '../programs/find-program.ts'
import { gitProgram } from '../programs/git.ts'
import { requireStarted } from '../programs/started.ts'
import type { GitSetting } from './config/config-text.ts'
import { askPersonSettings } from './config/person.ts'
import { type OwnGitDir, prepareGit } from './config/prepare.ts'
import { pipeRefusal, watchForPipe } from './git-pipes.ts'

export interface GitOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly env?: Readonly<Record<string, string | undefined>>
  /** In place of the git directory that the folder names: its files are taken byte by byte, and nothing in it is believed. */
  readonly own?: OwnGitDir
  /** Takes the programs for signing, ssh and credentials that the person's own files name. */
  readonly programs?: boolean
  /** The call may reach a remote, by the protocols that need no program of the repository's. */
  readonly network?: boolean
  /** An index of its own, so that the person's stays as it is. */
  readonly index?: string
  /** `latin1` keeps every byte of what is no text. */
  readonly encoding?: 'utf8' | 'latin1'
  /** What git reads from its standard input. */
  readonly input?: string | Uint8Array
  /** Takes the output piece by piece, however long it is; `stdout` stays empty then. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Exit codes that are an answer and no failure; 0 always is. */
  readonly answers?: readonly number[]
}

export interface GitResult {
  readonly code: number
  readonly stdout: string
}

/** Said again to git itself, should any of it come by another way than the configuration that we wrote. */
const FIXED = [
  '--no-pager',
  '--literal-pathspecs',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'protocol.ext.allow=never',
    'submodule.recurse=false',
    'log.showSignature=false',
  ].flatMap(setting => ['-c', setting]),
]

const PASSED_ON = ['HOME', 'XDG_CONFIG_HOME', 'USER', 'LOGNAME', 'TMPDIR', 'SystemRoot', 'USERPROFILE'] as const

/** Without these the person's own keys and proxies are not found. */
const FOR_REMOTES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY'] as const
const FOR_PROGRAMS = ['SSH_AUTH_SOCK', 'GNUPGHOME', 'GPG_TTY'] as const

const DEFAULTS = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 } as const

/**
 * Runs git in a worktree (or a bare repository) with a fixed argument list, no shell, nothing of our `GIT_*`, and a
 * configuration that Furrow wrote: what the repository's own says is data.
 */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  if (options.signal?.aborted) throw stoppedRefusal('cancelled', args, options)
  if (!fs.existsSync(folder)) throw noFolder(folder)
  for (let attempt = 1; ; attempt += 1) {
    const variables = await prepareGit({ ...options, folder, env: options.env ?? process.env }, asked =>
      listSettings(folder, asked, options),
    )
    const ending = await execute(folder, args, { ...options, variables })
    if (ending.code === 0 || options.answers?.includes(ending.code)) return ending
    // Somebody cleared the folder away that git was just given.
    if (attempt === 1 && variables.GIT_COMMON_DIR !== undefined && !fs.existsSync(variables.GIT_COMMON_DIR)) continue
    throw failed(args, ending.stderr)
  }
}

/** What the person's own files say about this repository, beyond what every call may know. */
export async function personalSettings(
  folder: string,
  source: 'programs' | 'noted',
  options: GitOptions = {},
): Promise<readonly GitSetting[]> {
  const list = (asked: Variables) => listSettings(folder, asked, options)
  const variables = await prepareGit({ folder, env: options.env ?? process.env }, list)
  return askPersonSettings(() => list(variables), source)
}

/** The person's own settings, and the system's, with whatever they include for this repository. */
async function listSettings(folder: string, variables: Variables, options: GitOptions): Promise<string> {
  const args = ['config', '--list', '--includes', '--show-scope', '--show-origin', '--null']
  const { env, signal } = options
  const ending = await execute(folder, args, {
    ...(env !== undefined && { env }),
    ...(signal !== undefined && { signal }),
    variables: { ...variables, ...PERSONAL },
  })
  if (ending.code !== 0) throw failed(args, ending.stderr)
  return ending.stdout
}

type Variables = Readonly<Record<string, string | undefined>>
interface Execution extends GitOptions {
  readonly variables: Variables
}

async function execute(folder: string, args: readonly string[], options: Execution): Promise<Closed> {
  const child = requireStarted(
    spawn(gitProgram(folder, options.env), [...FIXED, ...args], {
      cwd: folder,
      env: gitEnvironment(folder, options),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    }),
  )
  // A git that ends before it has read everything says why by its exit code.
  child.stdin.on('error', () => undefined).end(options.input ?? '')
  using watched = watch(child, options)
  using pipe = watchForPipe(folder, child, () => watched.stop('pipe'))
  const ending = await watched.ended
  if (ending.kind === 'unstarted') throw notStarted(folder, ending.cause)
  if (ending.stopped === 'pipe' && pipe.found !== undefined) throw pipeRefusal(`git ${verbOf(args)}`, pipe.found)
  if (ending.stopped !== undefined) throw stoppedRefusal(ending.stopped, args, options)
  return ending
}

type GitStopReason = 'too_large' | 'timeout' | 'cancelled' | 'pipe'
type Closed = GitResult & {
  readonly kind: 'closed'
  readonly stderr: string
  readonly stopped: GitStopReason | undefined
}
type GitEnding = { readonly kind: 'unstarted'; readonly cause: Error } | Closed

interface WatchedChild extends Disposable {
  readonly ended: Promise<GitEnding>
  stop(reason: GitStopReason): void
}

/** Ends the process when its time, its room or the caller's patience is used up. */
function watch(child: ChildProcessByStdio<Writable, Readable, Readable>, options: GitOptions): WatchedChild {
  const { signal, timeoutMs = DEFAULTS.timeoutMs, maxBytes = DEFAULTS.maxBytes, encoding = 'utf8' } = options
  let stopped: GitStopReason | undefined
  const stop = (reason: GitStopReason) => {
    stopped ??= reason
    // At a pipe git still listens, and takes its lock files along.
    child.kill(reason === 'pipe' ? 'SIGTERM' : 'SIGKILL')
  }
  if (options.onOutput !== undefined) child.stdout.on('data', options.onOutput)
  const stdout = options.onOutput === undefined ? collect(child.stdout, maxBytes, () => stop('too_large')) : () => ''
  const stderr = collect(child.stderr, 64 * 1024, () => undefined)
  const timer = setTimeout(() => stop('timeout'), timeoutMs)
  const cancel = () => stop('cancelled')
  signal?.addEventListener('abort', cancel, { once: true })
  const ended = new Promise<GitEnding>(resolve => {
    child.once('error', cause => resolve({ kind: 'unstarted', cause }))
    child.once('close', code =>
      resolve({ kind: 'closed', code: code ?? -1, stdout: stdout(encoding), stderr: stderr('utf8'), stopped }),
    )
  })
  const release = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
  return { ended, stop, [Symbol.dispose]: release }
}

function collect(stream: Readable, maxBytes: number, overflow: () => void): (encoding: 'utf8' | 'latin1') => string {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else overflow()
  })
  return encoding => Buffer.concat(chunks).toString(encoding)
}

/** The files that every call leaves out. */
const NOBODYS = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' } as const
const PERSONAL = { GIT_CONFIG_NOSYSTEM: undefined, GIT_CONFIG_GLOBAL: undefined } as const

function gitEnvironment(
  folder: string,
  { env = process.env, variables, programs, network, index }: Execution,
): Record<string, string> {
  const names = [...PASSED_ON, ...(network === true ? FOR_REMOTES : []), ...(programs === true ? FOR_PROGRAMS : [])]
  const passed = names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]] as const]))
  const all: Record<string, string | undefined> = {
    ...Object.fromEntries(passed),
    PATH: trustedPath({ env, outside: [folder] }),
    LC_ALL: 'C.UTF-8',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: network === true ? 'file:git:http:https:ssh' : 'none',
    ...NOBODYS,
    ...variables,
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** A folder that is gone and a program that is missing look the same when it is started. */
function notStarted(folder: string, cause: Error) {
  return fs.existsSync(folder) ? cause : noFolder(folder, cause)
}

function noFolder(folder: string, cause?: Error) {
  return refuse('not_found', `There is no folder ${folder}.`, { target: folder, ...(cause !== undefined && { cause }) })
}

function stoppedRefusal(stop: GitStopReason, args: readonly string[], options: GitOptions) {
  const { timeoutMs, maxBytes } = { ...DEFAULTS, ...options }
  const verb = `git ${verbOf(args)}`
  const refusals = {
    cancelled: () => refuse('cancelled', `${verb} was cancelled.`, { target: 'git' }),
    pipe: () => refuse('failed', `${verb} waited for a named pipe.`, { target: 'git' }),
    timeout: () => refuse('failed', `${verb} took longer than ${timeoutMs} ms.`, { target: 'git' }),
    too_large: () => refuse('too_large', `${verb} printed more than ${maxBytes} bytes.`, { target: 'git' }),
  }
  return refusals[stop]()
}

function failed(args: readonly string[], stderr: string) {
  if (NO_IDENTITY.test(stderr)) return unknownAuthor(args)
  const lock = LEFT_LOCK.exec(stderr)?.[1]
  if (lock !== undefined) return locked(args, lock)
  // The first line of a push only says where it went.
  const line =
    stderr
      .trim()
      .split('\n')
      .find(each => !/^To \S/.test(each)) ?? ''
  const said = line.trim().replace(/[.\s]+$/, '')
  return refuse('failed', `git ${verbOf(args)} failed: ${said || 'it gave no reason'}.`, {
    target: 'git',
    details: { stderr: stderr.slice(0, 4096) },
  })
}

const LEFT_LOCK = /Unable to create '(.+\/\.git\/.*\.lock)': File exists/

function locked(args: readonly string[], lock: string) {
  const message = `git ${verbOf(args)} failed: ${sayLocked(lock)}.`
  return refuse('failed', message, { target: lock, fix: shell`rm -- ${lock}` })
}

export function sayLocked(lock: string): string {
  return `${lock} exists: another git is at work, or one was killed and left it; remove it when no other git runs here`
}

/** What git says when it has no name or no address to put on a commit. */
const NO_IDENTITY =
  /Please tell me who you are|empty ident name|unable to auto-detect email|no (?:email|name) was given/i

function unknownAuthor(args: readonly string[]) {
  return refuse('failed', `git ${verbOf(args)} failed: git has no name and address of yours to put on the commit.`, {
    target: 'git.identity',
    fix: shell`furrow identity set "Your Name" you@example.com`,
  })
}

/** The command, after the settings that are given along with it. */
function verbOf(args: readonly string[]): string {
  return args.find((arg, index) => arg !== '-c' && args[index - 1] !== '-c') ?? ''
}
