import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** A program that serves something, in a folder of its own, gone at the end of the test. */
export interface Program extends AsyncDisposable {
  readonly folder: string
  readonly port: number
}

export interface Serving {
  readonly name: string
  /** Whom it runs as where the tests are root, which some servers refuse to be. */
  readonly user?: string
  prepare?(folder: string, run: (program: string, args: readonly string[]) => void): void
  command(folder: string, port: number): readonly string[]
  /** Throws as long as it does not answer. */
  ask(port: number, folder: string): Promise<unknown>
}

/** Starts it and waits until it answers; one that ends before says why. */
export async function startProgram({ name, user, prepare, command, ask }: Serving): Promise<Program> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `furrow-${name}-`))
  const identity = identityOf(user)
  if (identity.uid !== undefined) fs.chownSync(folder, identity.uid, identity.gid ?? 0)
  prepare?.(folder, (program, args) => void execFileSync(program, args, { ...identity, cwd: folder, stdio: 'pipe' }))
  const port = await freePort()
  const [program = '', ...args] = command(folder, port)
  const log = path.join(folder, `${name}.log`)
  const out = fs.openSync(log, 'a')
  const child = spawn(program, args, { ...identity, cwd: folder, stdio: ['ignore', out, out] })
  fs.closeSync(out)
  const stop = () => stopped(child, folder)
  try {
    await untilAnswers(child, () => ask(port, folder))
  } catch (error) {
    const said = fs.readFileSync(log, 'utf8').slice(-2000)
    await stop()
    throw new Error(`${name} does not answer: ${String(error)}\n${said}`)
  }
  return { folder, port, [Symbol.asyncDispose]: stop }
}

function identityOf(user: string | undefined): { uid?: number; gid?: number } {
  if (user === undefined || process.getuid?.() !== 0) return {}
  const number = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

const PATIENCE_MS = 90_000

async function untilAnswers(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (child.exitCode !== null || Date.now() > until) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}

async function stopped(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve))
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await ended
  }
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
