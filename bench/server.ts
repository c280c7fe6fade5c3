import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { packageRoot } from '../src/store/installation/package-root.ts'
import type { Row } from './row.ts'

const REQUESTS = 3000
const IDLE_MIB = 90

/** The built server beside a bare `node:http` server in a process of its own, from the same run. */
export async function run(): Promise<Row[]> {
  await using served = await serve()
  await using bare = await serveBare()
  const idle = memoryOf(served.pid)
  const authorized = { Authorization: `Bearer ${served.token}` }
  const health = await measure(served.port, '/healthz', {})
  const base = await measure(bare.port, '/', {})
  const status = await measure(served.port, '/api/status', authorized)
  const page = await measure(served.port, '/', { Accept: 'text/html' })
  return [
    { what: 'server idle memory', figure: round(idle), unit: 'MiB', limit: IDLE_MIB },
    { what: 'server memory after reading operations', figure: round(memoryOf(served.pid)), unit: 'MiB' },
    beside('GET /healthz, one after the other', health, base),
    beside('GET /, the page', page, base),
    beside('GET /api/status, an operation that reads the store', status, base),
  ]
}

function beside(what: string, figure: number, base: number): Row {
  return { what, figure: round(figure), unit: 'µs, p50', base: round(base), ratio: round(figure / base) }
}

const round = (value: number) => Math.round(value * 10) / 10

/** The middle time of a request over a connection that stays open, in microseconds. */
async function measure(port: number, target: string, headers: Record<string, string>): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let number = 0; number < REQUESTS; number += 1) {
    const start = performance.now()
    await ask({ port, path: target, headers, agent, host: '127.0.0.1' })
    if (number >= REQUESTS / 3) times.push(performance.now() - start)
  }
  agent.destroy()
  return (times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) * 1000
}

export function ask(options: http.RequestOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(options, response => {
      response.resume()
      response.on('end', resolve)
    })
    request.on('error', reject)
  })
}

interface Process extends AsyncDisposable {
  readonly pid: number
  readonly port: number
}

async function serve(): Promise<Process & { token: string }> {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-'))
  const home = path.join(base, 'home')
  const started = await serveBuilt(base, home)
  // What is made at the first request is part of an idle server.
  await ask({ port: started.port, path: '/healthz', host: '127.0.0.1' })
  await pause(1000)
  const token = await mintedToken(home, started.port)
  return {
    ...started,
    token,
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]()
      fs.rmSync(base, { recursive: true, force: true })
    },
  }
}

/** The built server in a folder, as soon as it says where it listens. */
export function serveBuilt(cwd: string, home: string): Promise<Process> {
  const env = { ...plainEnvironment(), FURROW_HOME: home }
  return start([path.join(packageRoot(), 'dist/furrow.cjs'), 'serve', '--port', '0', '--quiet'], { cwd, env })
}

/** The token is made when a token is first shown to the server. */
export async function mintedToken(home: string, port: number): Promise<string> {
  await ask({ port, path: '/api/status', host: '127.0.0.1', headers: { Authorization: `Bearer ${'x'.repeat(43)}` } })
  return fs.readFileSync(path.join(home, 'token'), 'utf8').trim()
}

const BARE = `
const server = require('node:http').createServer((request, response) => { response.writeHead(204); response.end() })
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
`

function serveBare(): Promise<Process> {
  return start(['-e', BARE], { cwd: os.tmpdir(), env: plainEnvironment() })
}

async function start(args: string[], options: { cwd: string; env: Record<string, string> }): Promise<Process> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (/127\.0\.0\.1:\d+/.test(said)) break
  }
  const over = new Promise(resolve => child.once('exit', resolve))
  return {
    pid: child.pid ?? 0,
    port: Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await over
    },
  }
}

function plainEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: os.homedir() }
}

function memoryOf(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
