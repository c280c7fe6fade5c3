import { spawn } from 'node:child_process'
import { bin, type Lab } from '../lab.ts'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The program instead of the built bin. */
  readonly program?: string
  /** Called with everything printed so far, whenever more has come. */
  readonly watch?: (printed: string, child: Reach) => void
  readonly onStart?: (child: Reach) => void
}

/** What a test may do to a running command. */
export interface Reach {
  type(keys: string): void
  kill(signal: NodeJS.Signals): void
}

/** The built command line as a script runs it: no terminal anywhere. */
export function runCli(
  lab: Pick<Lab, 'root' | 'env'>,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  return start(process.execPath, [options.program ?? bin, ...argv], lab, { input: '', ...options })
}

/** The same inside a real terminal, where stdin, stdout and stderr are one; everything shown is in `stdout`. */
export function runTty(
  lab: Pick<Lab, 'root' | 'env'>,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const words = [process.execPath, options.program ?? bin, ...argv].map(word => `'${word.replaceAll("'", `'\\''`)}'`)
  return shellTty(lab, words.join(' '), options)
}

/** A shell line inside a real terminal. */
export function shellTty(lab: Pick<Lab, 'root' | 'env'>, line: string, options: RunOptions = {}): Promise<Ran> {
  const env = { TERM: 'xterm-256color', SHELL: '/bin/sh', ...options.env }
  return start('script', ['-qec', `stty cols 100 rows 40; ${line}`, '/dev/null'], lab, { ...options, env })
}

function start(
  program: string,
  args: readonly string[],
  lab: Pick<Lab, 'root' | 'env'>,
  options: RunOptions,
): Promise<Ran> {
  const child = spawn(program, [...args], { cwd: options.cwd ?? lab.root, env: { ...lab.env, ...options.env } })
  let stdout = ''
  let stderr = ''
  const reach: Reach = { type: keys => void child.stdin.write(keys), kill: signal => void child.kill(signal) }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    options.watch?.(stdout + stderr, reach)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    options.watch?.(stdout + stderr, reach)
  })
  child.stdin.on('error', () => undefined)
  if (options.input !== undefined) child.stdin.end(options.input)
  options.onStart?.(reach)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, stdout, stderr }))
  })
}

/** Types each answer once, when its question has appeared. */
export function answering(...answers: readonly (readonly [question: string, keys: string])[]) {
  let next = 0
  return (printed: string, child: Reach) => {
    const [question, keys] = answers[next] ?? []
    if (question === undefined || keys === undefined || !printed.includes(question)) return
    next += 1
    child.type(keys)
  }
}
