import { type ChildProcessByStdio, spawn } from 'node:child_process'
import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { refuse } from '../operation/errors.ts'
import { trustedPath } from './programs/find.ts'
import { gitProgram } from './programs/git.ts'
import { requireStarted } from './programs/started.ts'

export interface GitOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The folder is a worktree, wherever the repository's own `core.worktree` points. */
  readonly worktree?: boolean
  /** The call may reach a remote, by the protocols that need no program of the repository's. */
  readonly network?: boolean
  /** An index of its own, so that the person's stays as it is. */
  readonly index?: string
  /** `latin1` keeps every byte of what is no text. */
  readonly encoding?: 'utf8' | 'latin1'
  /** Exit codes that are an answer and no failure; 0 always is. */
  readonly answers?: readonly number[]
  /** Settings whose names come from the repository, laid over its own by way of the environment. */
  readonly settings?: readonly (readonly [string, string])[]
}

export interface GitResult {
  readonly code: number
  readonly stdout: string
}

/** What a repository's own configuration could start or reach is switched off for every call. */
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
const FOR_REMOTES = ['SSH_AUTH_SOCK', 'HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY'] as const

const DEFAULTS = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 } as const

/** Runs git in a worktree (or a bare repository) with a fixed argument list, no shell, and nothing of our `GIT_*`. */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  if (options.signal?.aborted) throw stoppedRefusal('cancelled', args, options)
  const child = requireStarted(
    spawn(gitProgram(folder, options.env), [...FIXED, ...args], {
      cwd: folder,
      env: gitEnvironment(folder, options),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    }),
  )
  using watched = watch(child, options)
  const ending = await watched.ended
  if (ending.kind === 'unstarted') throw notStarted(folder, ending.cause)
  if (ending.stopped !== undefined) throw stoppedRefusal(ending.stopped, args, options)
  if (ending.code !== 0 && !options.answers?.includes(ending.code)) throw failed(args, ending.stderr)
  return { code: ending.code, stdout: ending.stdout }
}

type Stop = 'too_large' | 'timeout' | 'cancelled'
type Ending =
  | { readonly kind: 'unstarted'; readonly cause: Error }
  | (GitResult & { readonly kind: 'closed'; readonly stderr: string; readonly stopped: Stop | undefined })

interface Watched extends Disposable {
  readonly ended: Promise<Ending>
}

/** Ends the process when its time, its room or the caller's patience is used up. */
function watch(child: ChildProcessByStdio<null, Readable, Readable>, options: GitOptions): Watched {
  const { signal, timeoutMs = DEFAULTS.timeoutMs, maxBytes = DEFAULTS.maxBytes, encoding = 'utf8' } = options
  let stopped: Stop | undefined
  const stop = (reason: Stop) => {
    stopped ??= reason
    child.kill('SIGKILL')
  }
  const stdout = collect(child.stdout, maxBytes, () => stop('too_large'))
  const stderr = collect(child.stderr, 64 * 1024, () => undefined)
  const timer = setTimeout(() => stop('timeout'), timeoutMs)
  const cancel = () => stop('cancelled')
  signal?.addEventListener('abort', cancel, { once: true })
  const ended = new Promise<Ending>(resolve => {
    child.once('error', cause => resolve({ kind: 'unstarted', cause }))
    child.once('close', code =>
      resolve({ kind: 'closed', code: code ?? -1, stdout: stdout(encoding), stderr: stderr('utf8'), stopped }),
    )
  })
  const release = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
  return { ended, [Symbol.dispose]: release }
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

function gitEnvironment(
  folder: string,
  { env = process.env, settings = [], worktree, network, index }: GitOptions,
): Record<string, string> {
  const names = network === true ? [...PASSED_ON, ...FOR_REMOTES] : PASSED_ON
  const passed = names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]] as const]))
  const laidOver = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ])
  return {
    ...Object.fromEntries(passed),
    ...Object.fromEntries(laidOver),
    PATH: trustedPath({ env, outside: [folder] }),
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: network === true ? 'file:git:http:https:ssh' : 'none',
    GIT_CONFIG_COUNT: String(settings.length),
    ...(worktree && { GIT_WORK_TREE: folder }),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  }
}

/** A folder that is gone and a program that is missing look the same when it is started. */
function notStarted(folder: string, cause: Error) {
  if (fs.existsSync(folder)) return cause
  return refuse('not_found', `There is no folder ${folder}.`, { target: folder, cause })
}

function stoppedRefusal(stop: Stop, args: readonly string[], options: GitOptions) {
  const { timeoutMs, maxBytes } = { ...DEFAULTS, ...options }
  const verb = `git ${args[0] ?? ''}`
  const refusals = {
    cancelled: () => refuse('cancelled', `${verb} was cancelled.`, { target: 'git' }),
    timeout: () => refuse('failed', `${verb} took longer than ${timeoutMs} ms.`, { target: 'git' }),
    too_large: () => refuse('too_large', `${verb} printed more than ${maxBytes} bytes.`, { target: 'git' }),
  }
  return refusals[stop]()
}

function failed(args: readonly string[], stderr: string) {
  const said = stderr.trim().split('\n')[0] ?? ''
  return refuse('failed', `git ${args[0] ?? ''} failed: ${said || 'it gave no reason'}.`, {
    target: 'git',
    details: { stderr: stderr.slice(0, 4096) },
  })
}
