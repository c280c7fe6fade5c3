import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from '../src/app/app.ts'
import type { Manifest } from '../src/operation/manifest.ts'
import { packageRoot } from '../src/store/installation/package-root.ts'
import { serverToken } from '../src/workspace/serving/token.ts'
import { timeCommands } from './commands.ts'
import type { Row } from './row.ts'

const ROUNDS = 30
const TOOLS = 50
const MIB = 2 ** 20

/** Tools through the built server beside the bare program, from the same run. */
export async function run(): Promise<Row[]> {
  await using place = await prepare()
  const bundle = await bareBundle(place.root)
  const rows: Row[] = []
  for (const [what, ahead, limit] of [
    ['run of a trivial tool through the server', '0', 1.3],
    ['the same with a Node started ahead', '1', 1],
  ] as const) {
    await using server = await serve(place, { FURROW_FORK_AHEAD: ahead })
    rows.push(await runs(server, { what, bundle, limit }))
  }
  rows.push(...(await byCommand(place)))
  await using server = await serve(place, {})
  rows.push(...(await listing(server)), await firstLine(server), ...(await memory(server)))
  return rows
}

/** The whole command, from its start to its end; what the first round makes is there from then on. */
function byCommand({ root, env }: Place): Promise<Row[]> {
  const args = [path.join(packageRoot(), 'dist/furrow.cjs'), 'run', 'trivial', '--who', 'you']
  const subject = { what: 'furrow run of a trivial tool, second time', args, limit: 4 }
  return timeCommands([subject], { home: env['FURROW_HOME'] ?? '', workspace: root, rounds: ROUNDS })
}

interface Place extends AsyncDisposable {
  readonly root: string
  readonly env: Record<string, string>
}

async function prepare(): Promise<Place> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-tools-')))
  const root = path.join(base, 'w')
  const env = { PATH: process.env['PATH'] ?? '', HOME: base, FURROW_HOME: path.join(base, 'home') }
  const write = (name: string, code: string) => {
    fs.mkdirSync(path.join(root, '.sdlc/tools', name), { recursive: true })
    fs.writeFileSync(path.join(root, '.sdlc/tools', name, 'tool.ts'), code)
  }
  for (let number = 1; number <= TOOLS - 5; number += 1) write(`tool-${number}`, tool('false', TRIVIAL))
  write('trivial', tool('false', TRIVIAL))
  write('line', tool('true', LINE))
  write('flood', tool('true', FLOOD))
  write('attach', tool('true', ATTACH))
  await trust(root, env)
  return { root, env, [Symbol.asyncDispose]: async () => fs.rmSync(base, { recursive: true, force: true }) }
}

const TRIVIAL = `const input = JSON.parse(fs.readFileSync(0, 'utf8')); print({ ok: true, data: input })`
const LINE = `print({ type: 'log', level: 'stdout', line: String(Date.now()) })
setTimeout(() => print({ type: 'result', ok: true }), 300)`
const FLOOD = `const chunk = Buffer.alloc(1 << 20, 'src/app/registry.ts(142,7): warning: something is not used here\\n')
for (let n = 0; n < 1024; n++) for (let at = 0; at < chunk.length; ) at += fs.writeSync(1, chunk, at)
fs.writeSync(1, '\\n'); print({ type: 'result', ok: true })`
/** Ten of the largest size, as ten lines of 13 MiB. */
const ATTACH = `const base64 = Buffer.alloc(10 << 20, 7).toString('base64')
const all = text => { const bytes = Buffer.from(text); for (let at = 0; at < bytes.length; ) at += fs.writeSync(1, bytes, at) }
for (let n = 1; n <= 10; n++) all(JSON.stringify({ type: 'attachment', name: n + '.bin', base64 }) + '\\n')
print({ type: 'result', ok: true })`

function tool(streaming: string, run: string): string {
  return `import fs from 'node:fs'
const print = (value: unknown) => fs.writeSync(1, JSON.stringify(value) + '\\n')
if (process.argv[2] === '--meta') print({ name: 'x', display_name: 'A tool', description: 'For measuring.', version: '1.0.0',
  requires_setup: false, streaming: ${streaming}, tags: ['bench'], output_schema: {},
  input_schema: { type: 'object', properties: { who: { type: 'string' } } },
  form_layout: [{ key: 'who', type: 'text', label: 'Who' }],
  result_actions: [{ label: 'Again', prompt_template: 'Do {{input.who}} again.' }] })
else { ${run} }
`
}

async function trust(root: string, env: Record<string, string>): Promise<void> {
  await using app = createApp({ manifest: manifest(), root, env })
  const actor = { kind: 'person', id: 'person', door: 'cli' } as const
  for (const name of ['trust.status', 'trust.grant', 'tool.list']) {
    const outcome = await app.call(name, {}, { actor })
    if (!outcome.ok) throw new Error(outcome.error.message)
  }
}

function manifest(): Manifest {
  return JSON.parse(fs.readFileSync(path.join(packageRoot(), 'dist/manifest.json'), 'utf8')) as Manifest
}

/** The peer: the tool as one module, run by Node and nothing else. */
async function bareBundle(root: string): Promise<string> {
  const esbuild = createRequire(path.join(packageRoot(), 'x.js'))('esbuild') as typeof import('esbuild')
  const outfile = path.join(path.dirname(root), 'bundle.mjs')
  const entry = path.join(root, '.sdlc/tools/trivial/tool.ts')
  await esbuild.build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' })
  await esbuild.stop()
  return outfile
}

interface Server extends AsyncDisposable {
  readonly pid: number
  readonly port: number
  readonly token: string
  readonly env: Record<string, string>
}

async function serve({ root, env }: Place, more: Record<string, string>): Promise<Server> {
  const args = [path.join(packageRoot(), 'dist/furrow.cjs'), 'serve', '--port', '0']
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  while (!/127\.0\.0\.1:\d+/.test(said)) await pause(5)
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1])
  const token = serverToken(createApp({ manifest: manifest(), root, env }).home)
  return {
    pid: child.pid ?? 0,
    port,
    token,
    env,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function runs(
  server: Server,
  { what, bundle, limit }: { what: string; bundle: string; limit: number },
): Promise<Row> {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = -3; round < ROUNDS; round += 1) {
    const base = await timed(() => bareRun(bundle, server.env))
    const subject = await timed(() => post(server, '/api/tools/trivial/run', { input: { who: 'you' }, wait: 60 }))
    // The next process is being started meanwhile, and nobody runs a tool every few milliseconds.
    await pause(150)
    if (round < 0) continue
    bare.push(base)
    ours.push(subject)
  }
  return beside(what, { figure: median(ours), base: median(bare), unit: 'ms', limit })
}

async function bareRun(bundle: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [bundle, '--run'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdout.resume()
  child.stdin.end('{"who":"you"}')
  await once(child, 'close')
}

async function listing(server: Server): Promise<Row[]> {
  const tools = await middle(server, '/api/tools')
  const empty = await middle(server, '/api/gates')
  const health = await middle(server, '/healthz')
  return [
    beside(`GET /api/tools with ${TOOLS} tools, beside an operation that finds nothing`, {
      figure: tools,
      base: empty,
      unit: 'ms, p50',
      limit: 3,
    }),
    beside(`GET /api/tools with ${TOOLS} tools, beside /healthz`, { figure: tools, base: health, unit: 'ms, p50' }),
  ]
}

async function middle(server: Server, target: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 300; round += 1) {
    const time = await timed(() => ask(server, target))
    if (round >= 100) times.push(time)
  }
  return median(times)
}

/** From the moment the tool writes its first line to the moment the client has it. */
async function firstLine(server: Server): Promise<Row> {
  const delays: number[] = []
  for (let round = 0; round < 10; round += 1) delays.push(await lineDelay(server))
  return { what: 'first streamed line, from the tool to the client', figure: round(median(delays)), unit: 'ms, p50' }
}

function lineDelay(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(requestTo(server, '/api/tools/line/run', 'POST', 'text/event-stream'), response => {
      let said = ''
      response.on('data', chunk => {
        said += chunk
        const [, written] = /"text":"(\d{13})"/.exec(said) ?? []
        if (written === undefined) return
        resolve(Date.now() - Number(written))
        response.destroy()
      })
    })
    request.on('error', reject)
    request.end('{}')
  })
}

/** What the server's memory grows by while a tool writes more than fits into it. */
async function memory(server: Server): Promise<Row[]> {
  return [
    {
      what: 'memory of the server while a tool attaches 10 files of 10 MiB, above before',
      figure: await growth(server, { name: 'attach', attachments: 10 }),
      unit: 'MiB',
      limit: 64,
    },
    {
      what: 'memory of the server while a tool writes 1 GiB, above before',
      figure: await growth(server, { name: 'flood', attachments: 0 }),
      unit: 'MiB',
      limit: 64,
    },
  ]
}

interface Ended {
  readonly status: string
  readonly attachments?: readonly unknown[]
}

async function growth(server: Server, { name, attachments }: { name: string; attachments: number }): Promise<number> {
  const before = residentOf(server.pid)
  let highest = before
  const { interaction_id: id } = (await post(server, `/api/tools/${name}/run`, {})) as { interaction_id: string }
  const look = setInterval(() => {
    highest = Math.max(highest, residentOf(server.pid))
  }, 20)
  let run: Ended = { status: 'running' }
  while (run.status === 'running' || run.status === 'queued')
    run = (await ask(server, `/api/runs/${id}/wait?seconds=20`)) as Ended
  clearInterval(look)
  if (run.status !== 'succeeded' || (run.attachments ?? []).length !== attachments)
    throw new Error(`${name} ${run.status} with ${run.attachments?.length ?? 0} attachments`)
  return round(highest - before)
}

function residentOf(pid: number): number {
  return (Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / MIB
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function post(server: Server, target: string, body: unknown): Promise<unknown> {
  return send(requestTo(server, target, 'POST'), JSON.stringify(body))
}

function ask(server: Server, target: string): Promise<unknown> {
  return send(requestTo(server, target, 'GET'), '')
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

function requestTo(
  { port, token }: Server,
  target: string,
  method: string,
  accept = 'application/json',
): http.RequestOptions {
  const headers = { Authorization: `Bearer ${token}`, Accept: accept, 'Content-Type': 'application/json' }
  return {
    host: '127.0.0.1',
    port,
    path: target,
    method,
    agent: accept === 'application/json' ? agent : new http.Agent(),
    headers,
  }
}

function send(options: http.RequestOptions, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = http.request(options, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk as Buffer))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if ((response.statusCode ?? 500) >= 300) reject(new Error(`${options.path}: ${response.statusCode} ${text}`))
        else resolve(text === '' ? undefined : JSON.parse(text))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

function beside(
  what: string,
  { figure, base, unit, limit }: { figure: number; base: number; unit: string; limit?: number },
): Row {
  const ratio = Math.round((figure / base) * 100) / 100
  return { what, figure: round(figure), unit, base: round(base), ratio, ...(limit !== undefined && { limit }) }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
