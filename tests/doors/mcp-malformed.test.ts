import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { type Era, malformed, oversized, request, type Sent } from '../support/malformed.ts'
import { eras } from '../support/mcp.ts'
import { serveBuilt } from '../support/serve.ts'

const COUNT = 5000
const SEED = 20260728
const MIB = 2 ** 20
/** With the room that V8 takes before it collects, growth would say nothing. */
const SMALL = { NODE_OPTIONS: '--max-semi-space-size=1 --max-old-space-size=64' }

interface Answer {
  readonly jsonrpc: string
  readonly id: string | number | null
  readonly result?: unknown
  readonly error?: { code: number; message: string }
}

describe.each(eras)('5,000 malformed messages, %s', era => {
  test('over stdio: each is answered once with its code, nothing else is on stdout, memory stays', async () => {
    await using lab = await openLab()
    const server = start(lab)
    await exchange(server, [opening(era), ...malformed(COUNT, era, SEED + 1), ...oversized(era)], 'warm', era)
    await exchange(server, malformed(COUNT, era, SEED + 2), 'warmer', era)
    const before = rssOf(server.child.pid)
    const sent = [...malformed(COUNT, era, SEED), ...oversized(era)]
    const lines = await exchange(server, sent, 'last', era)
    const grown = rssOf(server.child.pid) - before
    const code = await server.end()
    compare(
      sent,
      lines.map(line => JSON.parse(line) as Answer),
    )
    expect(grown).toBeLessThan(20 * MIB)
    expect(code).toBe(0)
  })

  test('over HTTP: each is answered once with its code and a documented status, and the server lives', async () => {
    await using lab = await openLab()
    await using server = await serveBuilt({ ...lab, env: { ...lab.env, ...SMALL } })
    const headers = await headersFor(server.address, lab, era)
    // The large ones first: what the last of them took is given back at some later time.
    const sent = [...oversized(era), ...malformed(COUNT, era, SEED)]
    const ask = ({ bytes }: Sent) => post(server.address, { ...headers, ...mirrored(bytes, era) }, bytes)
    const first = await inParallel(sent.slice(0, COUNT / 2), 16, ask)
    const { now: before } = server.memory()
    const replies = [...first, ...(await inParallel(sent.slice(COUNT / 2), 16, ask))]
    expect(server.memory().now - before).toBeLessThan(20)
    for (const { status } of replies) expect(STATUSES).toContain(status)
    compare(
      sent,
      replies.flatMap(({ answers }) => answers),
    )
    const ping = Buffer.from(JSON.stringify(request('alive', 'tools/list', {}, era)))
    expect((await post(server.address, { ...headers, ...mirrored(ping, era) }, ping)).answers).toEqual([
      expect.objectContaining({ id: 'alive' }),
    ])
  })
})

const STATUSES = [200, 202, 400, 404, 413]

/** Every expected answer is there with its code, and no other. */
function compare(sent: readonly Sent[], answers: readonly Answer[]): void {
  const byId = new Map<unknown, Answer[]>()
  for (const answer of answers) byId.set(answer.id, [...(byId.get(answer.id) ?? []), answer])
  const wrong: unknown[] = []
  const nobodys = new Map<number | undefined, number>()
  for (const { bytes, expected } of sent) {
    if (expected.kind === 'none') continue
    if (expected.id === null) {
      nobodys.set(expected.code, (nobodys.get(expected.code) ?? 0) + 1)
      continue
    }
    const own = byId.get(expected.id) ?? []
    const fits = own.length === 1 && (expected.code === undefined || own[0]?.error?.code === expected.code)
    if (!fits || isInternal(own[0])) wrong.push({ message: bytes.toString().slice(0, 300), expected, own })
    byId.delete(expected.id)
  }
  const others = byId.get(null) ?? []
  byId.delete(null)
  expect(wrong).toEqual([])
  expect([...byId.keys()]).toEqual([])
  expect(countCodes(others)).toEqual(Object.fromEntries([...nobodys].sort()))
}

function isInternal(answer: Answer | undefined): boolean {
  return answer?.error?.code === -32603
}

function countCodes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { error } of answers) counts[String(error?.code)] = (counts[String(error?.code)] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).sort())
}

interface Server {
  readonly child: ChildProcessWithoutNullStreams
  readonly lines: string[]
  end(): Promise<number | null>
}

function start(lab: Lab): Server {
  const child = spawn(process.execPath, [bin, 'mcp'], { cwd: lab.root, env: { ...lab.env, ...SMALL } })
  const lines: string[] = []
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  child.stderr.resume()
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  return {
    child,
    lines,
    async end() {
      child.stdin.end()
      const code = await ended
      expect(rest).toBe('')
      return code
    },
  }
}

/** Sends everything and waits for the answer to a last sound request, and for whatever is still under way. */
async function exchange(server: Server, sent: readonly Sent[], last: string, era: Era): Promise<string[]> {
  server.lines.length = 0
  for (const { bytes } of sent) server.child.stdin.write(Buffer.concat([bytes, Buffer.from('\n')]))
  server.child.stdin.write(`${JSON.stringify(request(last, 'tools/list', {}, era))}\n`)
  const wanted = sent.filter(({ expected }) => expected.kind === 'answer').length + 1
  await expect.poll(() => server.lines.length, { timeout: 120_000, interval: 50 }).toBeGreaterThanOrEqual(wanted)
  const lines = server.lines.filter(line => !line.includes(`"id":"${last}"`))
  return lines
}

function opening(era: Era): Sent {
  const clientInfo = { name: 'fuzz', version: '1' }
  const params = { protocolVersion: era, capabilities: {}, clientInfo }
  const first =
    era === '2025-11-25' ? request('open', 'initialize', params, era) : request('open', 'tools/list', {}, era)
  return { bytes: Buffer.from(JSON.stringify(first)), expected: { kind: 'answer', id: 'open' } }
}

function rssOf(pid: number | undefined): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) * 1024
}

interface Reply {
  readonly status: number
  readonly answers: Answer[]
  readonly session: string | undefined
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })

function post(address: string, headers: Record<string, string>, bytes: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(`${address}/mcp`, { method: 'POST', agent, headers }, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', chunk => chunks.push(chunk))
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const session = incoming.headers['mcp-session-id']
        resolve({ status: incoming.statusCode ?? 0, answers: answersIn(text), session: session as string | undefined })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

/** A JSON body, or the messages of an event stream without its comments and empty events. */
function answersIn(text: string): Answer[] {
  if (text === '') return []
  const documents = text.startsWith('{') ? [text] : [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data ?? '')
  return documents.map(document => JSON.parse(document) as Answer)
}

async function headersFor(address: string, lab: Lab, era: Era): Promise<Record<string, string>> {
  const headers = {
    Authorization: `Bearer ${serverToken(lab.app.home)}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }
  if (era === '2026-07-28') return headers
  const { session } = await post(address, headers, opening(era).bytes)
  return { ...headers, 'Mcp-Session-Id': session ?? '', 'Mcp-Protocol-Version': era }
}

/** The 2026 era repeats in headers what the body says, and refuses a request where they differ. */
function mirrored(bytes: Buffer, era: Era): Record<string, string> {
  if (era !== '2026-07-28') return {}
  const { method, params } = parsed(bytes)
  const name = params?.name ?? params?.uri
  const plain = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
  return {
    'Mcp-Protocol-Version': era,
    ...(plain(method) && { 'Mcp-Method': method }),
    ...(plain(name) && { 'Mcp-Name': name }),
  }
}

function parsed(bytes: Buffer): { method?: unknown; params?: { name?: unknown; uri?: unknown } } {
  try {
    return Object(JSON.parse(bytes.toString()))
  } catch {
    return {}
  }
}

async function inParallel<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
