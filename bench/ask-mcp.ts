import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Engine } from '../src/ask/index/engine.ts'
import { findIn } from '../src/ask/search/find-in.ts'
import { packageRoot } from '../src/store/installation/package-root.ts'
import { strangerQuestions } from './ask-strangers.ts'
import { makeTree } from './ask-times.ts'
import type { Row } from './row.ts'

const bin = path.join(packageRoot(), 'dist/furrow.cjs')
/** On a quiet machine. */
const LIMIT_MS = 250
const WARM_UP = 5

/** What an agent waits for a question over MCP among 5,000 files, beside the same search in this process. */
export async function run(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-ask-mcp-'))
  try {
    const tree = await makeTree(path.join(packageRoot(), 'src'), path.join(folder, 'tree'))
    const env = environment(folder)
    execFileSync(process.execPath, [bin, 'ask', 'index'], { cwd: tree.root, env, stdio: 'ignore' })
    const client = startClient(tree.root, env)
    const engine = new Engine(tree)
    await client.initialize()
    const [over, within]: [number[], number[]] = [[], []]
    for (const [n, question] of strangerQuestions().entries()) {
      const times = [
        await timed(() => client.call('ask_codebase', { question })),
        await timed(() => findIn(engine, { question, limit: 5 })),
      ] as const
      if (n < WARM_UP) continue
      over.push(times[0])
      within.push(times[1])
    }
    await client.close()
    const { files } = engine.status()
    engine.close()
    return [0.5, 0.95].map(share => row(`a question over MCP among ${files} files`, { over, within, share }))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

interface Times {
  readonly over: readonly number[]
  readonly within: readonly number[]
  readonly share: number
}

function row(what: string, { over, within, share }: Times): Row {
  const [figure, base] = [quantile(over, share), quantile(within, share)]
  const beside = `beside the search alone, ${(figure / base).toPrecision(2)} times`
  return {
    what: `${what}, p${share * 100} (${beside})`,
    figure,
    unit: 'ms',
    base,
    ...(share > 0.9 && { limit: LIMIT_MS }),
  }
}

function environment(folder: string): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env
  return { ...env, HOME: folder, FURROW_HOME: path.join(folder, 'home') }
}

interface Client {
  initialize(): Promise<void>
  call(tool: string, input: object): Promise<void>
  close(): Promise<void>
}

interface Answer {
  readonly id?: number
  readonly error?: unknown
  readonly result?: { readonly isError?: boolean }
}

function startClient(cwd: string, env: NodeJS.ProcessEnv): Client {
  const server: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [bin, 'mcp'], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  createInterface(server.stdout).on('line', line => {
    const answer = JSON.parse(line) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let last = 0
  const request = async (method: string, params: object) => {
    last += 1
    const id = last
    const answered = new Promise<Answer>(resolve => waiting.set(id, resolve))
    send({ id, method, params })
    const answer = await answered
    if (answer.error !== undefined || answer.result?.isError === true) throw new Error(JSON.stringify(answer))
  }
  return {
    async initialize() {
      const clientInfo = { name: 'bench', version: '1.0.0' }
      await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
      send({ method: 'notifications/initialized' })
    },
    call: (name, input) => request('tools/call', { name, arguments: input }),
    async close() {
      server.stdin.end()
      await once(server, 'exit')
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function quantile(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}
