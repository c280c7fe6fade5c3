import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { bin, type Lab } from '../lab.ts'

/** The built server as a process of its own. */
export interface Served extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly pid: number
  readonly token: string
  /** What it printed so far. */
  readonly said: () => string
  /** The exit code. */
  readonly over: Promise<number | null>
  signIn(): Promise<Record<string, string>>
  /** Resident memory now and at its highest, in MiB. */
  memory(): { now: number; highest: number }
  files(): number
}

export async function serveBuilt(
  lab: Lab,
  flags: readonly string[] = ['--port', '0'],
  { openFiles }: { openFiles?: number } = {},
): Promise<Served> {
  const command = [process.execPath, bin, 'serve', ...flags]
  // Becomes the server, so that its process is the one that is looked at.
  if (openFiles !== undefined) command.unshift('prlimit', `--nofile=${openFiles}`)
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  child.stderr.on('data', chunk => {
    said += chunk
  })
  const over = once(child, 'exit').then(([code]) => code as number | null)
  while (!/this machine only|served already/.test(said) && child.exitCode === null) await pause(5)
  const [, address = '', port = ''] = /(http:\/\/127\.0\.0\.1:(\d+))/.exec(said) ?? []
  const token = serverToken(lab.app.home)
  return {
    address,
    port: Number(port),
    pid: child.pid ?? 0,
    token,
    said: () => said,
    over,
    signIn: () => signIn(address, token),
    memory: () => memoryOf(child.pid ?? 0),
    files: () => fs.readdirSync(`/proc/${child.pid}/fd`).length,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await over
    },
  }
}

async function signIn(address: string, token: string): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const minted = await fetch(`${address}/api/sign-in/codes`, { method: 'POST', headers, body: '{}' })
  const { code } = (await minted.json()) as { code: string }
  const response = await fetch(`${address}/api/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const { header } = (await response.json()) as { header: string }
  const [cookie = ''] = response.headers.getSetCookie().map(line => line.split(';')[0] ?? '')
  return { Cookie: cookie, 'X-Furrow-Session': header }
}

function memoryOf(pid: number): { now: number; highest: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024
  return { now: mib('VmRSS'), highest: mib('VmHWM') }
}
