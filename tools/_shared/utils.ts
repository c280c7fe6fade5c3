import { spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface CommandOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  signal?: AbortSignal
  timeoutSeconds?: number
  /** Called with each line as it comes. */
  onLine?(line: string, level: 'stdout' | 'stderr'): void
}

export interface CommandResult {
  code: number
  /** Both streams in the order in which their lines came. */
  output: string[]
  stdout: string
  timed_out: boolean
  duration_ms: number
}

/** Runs a program (a list) or a line for the shell (a text), and gives its lines as they come. */
export function command(line: string | readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const [program = '', ...args] = typeof line === 'string' ? ['sh', '-c', line] : line
  const began = Date.now()
  const limit = options.timeoutSeconds === undefined ? undefined : AbortSignal.timeout(options.timeoutSeconds * 1000)
  const signals = [options.signal, limit].filter(signal => signal !== undefined)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? process.env['SDLC_ROOT'] ?? process.cwd(),
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    })
    const output = keptLines()
    const stdout: string[] = []
    const hear = (stream: Readable, level: 'stdout' | 'stderr') => {
      createInterface({ input: stream }).on('line', text => {
        output.add(text)
        if (level === 'stdout' && stdout.length < MOST_LINES) stdout.push(text)
        options.onLine?.(text, level)
      })
    }
    hear(child.stdout, 'stdout')
    hear(child.stderr, 'stderr')
    child.on('error', error => {
      if (error.name !== 'AbortError') reject(notStarted(program, error))
    })
    // What the command left running may hold its pipes open for long; nobody waits for that.
    child.on('exit', () => {
      if (signals.some(({ aborted }) => aborted)) for (const stream of [child.stdout, child.stderr]) stream.destroy()
    })
    child.on('close', code =>
      resolve({
        code: code ?? 1,
        output: output.all(),
        stdout: stdout.join('\n'),
        timed_out: limit?.aborted === true,
        duration_ms: Date.now() - began,
      }),
    )
  })
}

const MOST_LINES = 40_000

/** The first and the last lines of an output that may have no end. */
function keptLines(): { add(line: string): void; all(): string[] } {
  const head: string[] = []
  let tail: string[] = []
  let dropped = 0
  return {
    add(line) {
      if (head.length < MOST_LINES / 2) head.push(line)
      else tail.push(line)
      if (tail.length < MOST_LINES) return
      dropped += MOST_LINES / 2
      tail = tail.slice(MOST_LINES / 2)
    },
    all: () => [...head, ...(dropped > 0 ? [`(${dropped} lines left out)`] : []), ...tail],
  }
}

function notStarted(program: string, error: Error): Error {
  const missing = 'code' in error && error.code === 'ENOENT'
  return missing ? new Error(`${program} cannot be started: there is no such program in PATH.`) : error
}

/** Asks Furrow itself: `await furrow(['gate', 'list'])` gives what `furrow gate list --json` prints. */
export async function furrow(args: readonly string[], options: CommandOptions = {}): Promise<unknown> {
  const { FURROW_NODE: node, FURROW_BIN: bin } = process.env
  const start = node === undefined || bin === undefined ? ['furrow'] : [node, bin]
  const { stdout, output } = await command([...start, ...args, '--json'], options)
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`furrow ${args.join(' ')} said: ${output.slice(-5).join('\n')}`)
  }
}
