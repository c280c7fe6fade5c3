import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { bin, type Lab } from '../lab.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly child: ChildProcess
  readonly pid: number
  /** What it has said so far. */
  readonly said: () => { stdout: string; stderr: string }
  readonly ended: Promise<Ended>
  /** Settles when a text has appeared on stdout. */
  until(text: string): Promise<void>
}

/** The built command line in a lab, while it runs. */
export function startFurrow(
  lab: Pick<Lab, 'root' | 'env'>,
  args: readonly string[],
  env: Record<string, string> = {},
): Started {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: lab.root,
    env: { ...lab.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => {
    said.stdout += chunk
  })
  child.stderr.on('data', chunk => {
    said.stderr += chunk
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }))
  return {
    child,
    pid: child.pid ?? 0,
    said: () => said,
    ended,
    async until(text) {
      while (!said.stdout.includes(text)) {
        const more = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)])
        if (more === undefined && !said.stdout.includes(text))
          throw new Error(`it ended without saying ${text}: ${JSON.stringify(said)}`)
      }
    },
  }
}

export function furrow(lab: Pick<Lab, 'root' | 'env'>, ...args: string[]): Promise<Ended> {
  return startFurrow(lab, args).ended
}
