import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import path from 'node:path'
import readline from 'node:readline'
import { packageRoot } from '../../src/store/installation/package-root.ts'
import { bundled } from './bundled.ts'
import type { FaultLab } from './fault-lab.ts'
import type { Order, Reply } from './orders.ts'

/** Before which file-system call a process is killed, or which one fails; see `preload.cjs`. */
export type Fault =
  | { readonly kind: 'kill'; readonly every: 'calls' | 'changes'; readonly at: number }
  | { readonly kind: 'error'; readonly call: string; readonly at: number; readonly code: string; lasting?: boolean }
  /** None; the places where the disk has changed are noted. */
  | { readonly kind: 'look' }
  | { readonly kind: 'edit'; readonly edits: readonly Edit[] }
  | { readonly kind: 'short'; readonly call: 'write'; readonly at: number; lasting?: boolean }

/** A person's editor saves a file just before a file-system call of ours. */
export interface Edit {
  readonly at: number
  readonly how: 'rename' | 'replace' | 'in place' | 'empty' | 'fill' | 'sed'
  readonly file: string
  readonly text: string
}

export interface Message {
  readonly n: number
  readonly order: Order
  readonly fault?: Fault
  /** An app of its own, closed after the answer. */
  readonly fresh?: boolean
}

export interface Answer {
  readonly n: number
  readonly reply: Reply
  /** How often each file-system call was made on the folders under test. */
  readonly counts?: Readonly<Record<string, number>>
  /** Of a look: the calls before which the disk is another than before the call ahead of them. */
  readonly places?: readonly number[]
}

/** A process that carries out orders, until it is told to end or is killed. */
export interface Worker extends AsyncDisposable {
  readonly pid: number
  readonly child: ChildProcessWithoutNullStreams
  /** Nothing when the process died before it answered. */
  ask(order: Order, more?: Pick<Message, 'fault' | 'fresh'>): Promise<Answer | undefined>
  readonly ended: Promise<NodeJS.Signals | number | null>
}

export async function startWorker(
  lab: FaultLab,
  { preload = false, now = lab.now }: WorkerOptions = {},
): Promise<Worker> {
  const program = await bundled('worker')
  const args = [...(preload ? ['--require', path.join(packageRoot(), 'tests/faults/preload.cjs')] : []), program]
  const child = spawn(process.execPath, [...args, lab.root, path.join(lab.base, 'manifest.json')], {
    cwd: lab.base,
    env: {
      ...lab.env,
      FURROW_FAULT_ROOTS: [lab.root, lab.home].join(path.delimiter),
      ...(now !== undefined && { FURROW_FAULT_NOW: String(now) }),
    },
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString('utf8')))
  const waiting = new Map<number, (answer: Answer | undefined) => void>()
  readline.createInterface({ input: child.stdout }).on('line', line => {
    const answer = JSON.parse(line) as Answer
    waiting.get(answer.n)?.(answer)
    waiting.delete(answer.n)
  })
  const ended = new Promise<NodeJS.Signals | number | null>(resolve => {
    child.on('close', (code, signal) => {
      if (code !== 0 && signal === null) console.error(`worker ended with ${code}: ${complaints}`)
      for (const give of waiting.values()) give(undefined)
      resolve(signal ?? code)
    })
  })
  // Writing to a process that was just killed is no surprise here.
  child.stdin.on('error', () => undefined)
  let n = 0
  return {
    pid: child.pid ?? 0,
    child,
    ended,
    ask(order, more = {}) {
      n += 1
      const message: Message = { n, order, ...more }
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(undefined)
      return new Promise(resolve => {
        waiting.set(message.n, resolve)
        child.stdin.write(`${JSON.stringify(message)}\n`)
      })
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    },
  }
}

interface WorkerOptions {
  readonly preload?: boolean
  /** A clock that stands still; undefined for the real one. */
  readonly now?: number | undefined
}
