import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse } from '../../operation/errors.ts'
import { startTimeOf } from '../../store/locks/processes.ts'
import { resolveCommand } from './command.ts'
import { RUN_MARKER } from './environment.ts'
import { inspect, isGated } from './gate.ts'
import { closeInheritedDescriptors } from './inherited.ts'
import { FILTER_STDIO, giveFilter } from './kernel/keyring-filter.ts'
import { openPipes, type Pipes } from './pipes.ts'
import type { AnyLevel, Confinement } from './sandbox.ts'
import { killRemaining, killTree, type ProcessTree, terminate } from './terminate.ts'

export interface StartRequest {
  /** Program and arguments. There is never a shell. */
  readonly argv: readonly string[]
  readonly cwd: string
  /** From `environmentOf`: it carries the run's marker. */
  readonly env: Readonly<Record<string, string>>
  readonly confinement: Confinement
  readonly stdin?: string | Uint8Array | Readable
  readonly timeoutMs?: number
  readonly graceMs?: number
  /** It is our own program, which waits for a task: see `inspect`. */
  readonly ahead?: boolean
}

export interface ProcessEnd {
  /** As a shell tells it: 128 + n after signal n, at every level. */
  readonly exitCode: number
  readonly signal: NodeJS.Signals | null
  readonly cause: 'exit' | 'timeout' | 'cancel'
}

export interface RunningProcess extends AsyncDisposable {
  readonly pid: number
  readonly startTime: string
  readonly level: AnyLevel
  /** The walls that were missing when it started, in words; nothing for a person's own command. It does not reject. */
  readonly missingWalls: Promise<readonly string[] | undefined>
  /** To be read to their end, or destroyed: a child that is not read waits. */
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles when the process that was started is gone; its output may not have been read yet. */
  readonly exited: Promise<unknown>
  /** Settles when the whole tree is gone and both streams are closed. It does not reject. */
  readonly done: Promise<ProcessEnd>
  /** Asks all to end, then makes them. Settles with `done`. */
  cancel(): Promise<ProcessEnd>
  /** From now on it has so long; once. */
  limit(ms: number): void
}

const GRACE_MS = 5000

export async function startProcess(request: StartRequest): Promise<RunningProcess> {
  const argv = resolveCommand(request.argv, { cwd: request.cwd, path: request.env.PATH ?? '' })
  const pipes = await openPipes({ stdin: request.stdin !== undefined }).catch(error => {
    throw explain(error, argv[0] ?? '')
  })
  const child = await launch(request, argv, pipes)
  const tree = { pid: child.pid, level: request.confinement.level, runId: request.env[RUN_MARKER] ?? '' }
  feed(pipes, request.stdin)
  return supervise({ request, pipes, child, tree })
}

type Launched = ChildProcess & { readonly pid: number }

async function launch({ cwd, env, confinement }: StartRequest, argv: string[], pipes: Pipes): Promise<Launched> {
  const [program = '', ...args] = confinement.wrap(argv)
  const { stdin, stdout, stderr } = pipes.child
  if (isGated(confinement)) closeInheritedDescriptors()
  try {
    // Its own session: no terminal to take over, and Ctrl-C reaches the owner alone.
    const child = spawn(program, args, {
      cwd,
      env: { ...env, PWD: cwd },
      detached: true,
      stdio: [
        ...[stdin, stdout, stderr],
        ...(isGated(confinement) ? ['pipe' as const] : []),
        ...(confinement.filtered === true ? FILTER_STDIO : []),
      ],
    })
    await once(child, 'spawn')
    giveFilter(child)
    return child as Launched
  } catch (error) {
    confinement.leave?.()
    for (const stream of [pipes.stdin, pipes.stdout, pipes.stderr]) stream?.destroy()
    throw explain(error, argv[0] ?? '')
  } finally {
    pipes.closeChildEnds()
  }
}

function explain(error: unknown, program: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'E2BIG') return refuse('too_large', 'The command and its environment are too long.', { target: program })
  if (typeof code !== 'string') return error
  return refuse('io_error', `${program} could not be started: ${code}.`, { target: program, cause: error })
}

/** A child that ends without having read everything is no failure. */
function feed({ stdin }: Pipes, input: StartRequest['stdin']): void {
  if (stdin === undefined || input === undefined) return
  const source = typeof input === 'string' || input instanceof Uint8Array ? [input] : input
  pipeline(source, stdin).catch(() => stdin.destroy())
}

interface Supervised {
  readonly request: StartRequest
  readonly pipes: Pipes
  readonly child: Launched
  readonly tree: ProcessTree
}

function supervise({ request, pipes, child, tree }: Supervised): RunningProcess {
  const { timeoutMs, graceMs = GRACE_MS, confinement, ahead = false } = request
  let cause: ProcessEnd['cause'] = 'exit'
  let killed = Promise.resolve(false)
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const end = (why: 'timeout' | 'cancel') => {
    if (cause !== 'exit' || hasExited()) return
    cause = why
    killed = terminate(tree, exited, graceMs)
  }
  let timer: NodeJS.Timeout | undefined
  const limit = (ms: number) => {
    // A timer of one that has ended would keep this process alive.
    if (!hasExited()) timer ??= setTimeout(end, ms, 'timeout')
  }
  if (timeoutMs !== undefined) limit(timeoutMs)
  const release = killWithOwner(tree)
  const done = exited.then(async ([code, signal]): Promise<ProcessEnd> => {
    clearTimeout(timer)
    // A namespace is empty when its wrapper ends by itself; when that was killed, a moment later.
    if (tree.level === 'group' || cause !== 'exit' || signal !== null) await killRemaining(tree)
    release()
    confinement.leave?.()
    pipes.stdin?.destroy()
    await Promise.all([closed(pipes.stdout, graceMs), closed(pipes.stderr, graceMs)])
    // A wrapper may tell a kill in its own way.
    return { ...((await killed) ? asShell(null, 'SIGKILL') : asShell(code, signal)), cause }
  })
  const cancel = () => {
    end('cancel')
    return done
  }
  return {
    pid: child.pid,
    startTime: startTimeOf(child.pid) ?? '',
    level: tree.level,
    missingWalls: inspect(child, { confinement, ahead }),
    stdout: pipes.stdout,
    stderr: pipes.stderr,
    exited,
    done,
    cancel,
    limit,
    async [Symbol.asyncDispose]() {
      pipes.stdout.destroy()
      pipes.stderr.destroy()
      await cancel()
    },
  }
}

/** A wrapper tells a signal as 128 + n, and so do shells; both levels then tell it the same way. */
function asShell(code: number | null, signal: NodeJS.Signals | null): Pick<ProcessEnd, 'exitCode' | 'signal'> {
  if (signal !== null) return { exitCode: 128 + constants.signals[signal], signal }
  const told = Object.entries(constants.signals).find(([, number]) => 128 + number === code)
  return { exitCode: code ?? 1, signal: (told?.[0] as NodeJS.Signals | undefined) ?? null }
}

/**
 * Waits until a stream is read to its end. Somebody who left the tree unseen may hold the other end open for ever:
 * when nothing has come for the grace period and nothing is unread, it is ended here. One that nobody reads is dropped.
 */
async function closed(stream: Socket, graceMs: number): Promise<void> {
  if (stream.closed) return
  let quiet = 0
  let seen = -1
  const check = setInterval(() => {
    const unread = stream.readableLength > 0
    const unwanted = stream.readableFlowing === null
    quiet = stream.bytesRead === seen && (!unread || unwanted) ? quiet + LOOK_MS : 0
    seen = stream.bytesRead
    if (unwanted && (quiet >= graceMs || (quiet > 0 && !unread))) stream.resume()
    else if (quiet >= graceMs) endReading(stream)
  }, LOOK_MS)
  await once(stream, 'close')
  clearInterval(check)
}

const LOOK_MS = 20

/** Its reader sees an ordinary end. */
function endReading(stream: Socket): void {
  stream.push(null)
  setImmediate(() => stream.destroy())
}

const owned = new Set<ProcessTree>()

/** A namespace ends with its owner by itself. A group is killed when the owner ends in an orderly way. */
function killWithOwner(tree: ProcessTree): () => void {
  if (tree.level !== 'group') return () => undefined
  if (owned.size === 0) process.on('exit', killOwned)
  owned.add(tree)
  return () => {
    owned.delete(tree)
    if (owned.size === 0) process.off('exit', killOwned)
  }
}

function killOwned(): void {
  for (const tree of owned) killTree(tree)
}
