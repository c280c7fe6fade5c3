import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { expect, test } from 'vitest'
import { figure } from '../faults/figures.ts'
import { bin, openLab } from '../lab.ts'
import { serveBuilt } from '../support/serve.ts'

const COUNT = 200_000
const MIB = 2 ** 20
/** What a message may cost compared with reading and parsing its line and nothing else. */
const MOST_TIMES = 20

const floods: Record<string, (number: number) => object> = {
  unknown: n => ({ method: 'no/such/notification', params: { n } }),
  'unknown with _meta': n => ({ method: 'no/such/notification', params: { n, _meta: { progressToken: n } } }),
  progress: n => ({ method: 'notifications/progress', params: { progressToken: n, progress: 1 } }),
  cancelled: n => ({ method: 'notifications/cancelled', params: { requestId: n } }),
  'roots changed': () => ({ method: 'notifications/roots/list_changed' }),
  malformed: () => ({ method: 'notifications/progress', params: 7 }),
  'answers to nobody': n => ({ id: n, result: {} }),
}

const PARSER = `
  let rest = ''
  process.stdin.setEncoding('utf8').on('data', chunk => {
    const lines = (rest + chunk).split('\\n')
    rest = lines.pop()
    for (const line of lines) if (JSON.parse(line).id === 'last') process.stdout.write('{"id":"last"}\\n')
  })`

test('200,000 notifications of every kind hold a ping up for a small multiple of the time to parse them', async () => {
  await using lab = await openLab()
  const server = start([bin, 'mcp'], lab)
  const parser = start(['-e', PARSER], lab)
  await server.ask('open', 'initialize', INITIALIZE)
  const each = Math.ceil(COUNT / Object.keys(floods).length)
  const measured: Record<string, string> = {}
  for (const [kind, make] of Object.entries(floods)) {
    const lines = Array.from({ length: each }, (_, n) => `${JSON.stringify({ jsonrpc: '2.0', ...make(n) })}\n`)
    const flood = Buffer.from(lines.join(''))
    // Whoever else uses the machine may do so for a moment: a flood is too slow when it is too slow twice.
    let ratio = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3 && ratio > MOST_TIMES; round += 1)
      ratio = (await server.timeOf(flood)) / (await parser.timeOf(flood))
    measured[kind] = ratio.toFixed(1)
    expect([kind, ratio <= MOST_TIMES]).toEqual([kind, true])
  }
  const { highest } = memoryOf(server.child.pid)
  figure('F10', `${COUNT} notifications, times of parsing`, `${JSON.stringify(measured)}, ${highest.toFixed(0)} MiB`)
  // A report for each would be 20 MiB.
  expect(server.errors()).toBeLessThan(100_000)
  for (const { child } of [server, parser]) child.stdin.end()
})

test.each([50, 500])(
  'a message of %i MB over stdio is answered with its id, memory stays, the next is served',
  async megabytes => {
    await using lab = await openLab()
    const server = start([bin, 'mcp'], lab)
    await server.ask('open', 'initialize', INITIALIZE)
    const before = memoryOf(server.child.pid).now
    for await (const part of hugeRequest('huge', megabytes))
      if (!server.child.stdin.write(part)) await once(server.child.stdin, 'drain')
    server.child.stdin.write('\n')
    const answer = await server.answer('huge')
    const { highest } = memoryOf(server.child.pid)
    figure(
      'F10',
      `a message of ${megabytes} MB over stdio`,
      `answered with its id, ${(highest - before).toFixed(0)} MiB more`,
    )
    expect(answer).toMatchObject({ id: 'huge', error: { code: -32600 } })
    expect(highest - before).toBeLessThan(80)
    expect(await server.ask('next', 'ping', {})).toMatchObject({ id: 'next', result: {} })
    server.child.stdin.end()
  },
)

test.each([50, 500])(
  'a message of %i MB over HTTP is answered with its id, and its connection goes on',
  async megabytes => {
    await using lab = await openLab()
    await using served = await serveBuilt(lab)
    using connection = keptConnection(served)
    const session = await connection.post([
      JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE }),
    ])
    expect(session.status).toBe(200)
    const before = served.memory().now
    const huge = await connection.post(hugeRequest('huge', megabytes))
    const { highest } = served.memory()
    figure(
      'F10',
      `a message of ${megabytes} MB over HTTP`,
      `answered with its id, ${(highest - before).toFixed(0)} MiB more`,
    )
    expect([huge.status, JSON.parse(huge.text)]).toEqual([413, expect.objectContaining({ id: 'huge' })])
    expect(highest - before).toBeLessThan(80)
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 'next', method: 'ping' })
    const next = await connection.post([ping], {
      'Mcp-Session-Id': session.session,
      'Mcp-Protocol-Version': '2025-11-25',
    })
    expect([next.status, next.text.includes('"id":"next"')]).toEqual([200, true])
    expect(connection.ports()).toBe(1)
  },
)

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'flood', version: '1' } }

/** The id comes last, behind texts that look like one. */
function* hugeRequest(id: string, megabytes: number): Generator<Buffer> {
  yield Buffer.from('{"jsonrpc":"2.0","method":"tools/call","params":{"id":1,"name":"')
  const part = Buffer.from('},\\"id\\":2,'.repeat(MIB / 11))
  for (let sent = 0; sent < megabytes * 1e6; sent += part.length) yield part
  yield Buffer.from(`"},"id":${JSON.stringify(id)}}`)
}

function start(args: readonly string[], lab: { root: string; env: Record<string, string> }) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, args, { cwd: lab.root, env: lab.env })
  const waiting = new Map<string, (line: object) => void>()
  let rest = ''
  let errors = 0
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = JSON.parse(line) as { id: string }
      waiting.get(message.id)?.(message)
    }
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.length
  })
  const answer = (id: string) => new Promise<object>(resolve => waiting.set(id, resolve))
  const ask = (id: string, method: string, params: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return answer(id)
  }
  return {
    child,
    answer,
    ask,
    errors: () => errors,
    async timeOf(flood: Buffer) {
      const from = performance.now()
      child.stdin.write(flood)
      await ask('last', 'ping', {})
      return performance.now() - from
    },
  }
}

function memoryOf(pid: number | undefined): { now: number; highest: number } {
  const text = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]) / 1024
  return { now: mib('VmRSS'), highest: mib('VmHWM') }
}

function keptConnection({ address, token }: { address: string; token: string }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }
  return {
    ports: () => ports.size,
    [Symbol.dispose]: () => agent.destroy(),
    async post(parts: Iterable<string | Buffer>, more: Record<string, string> = {}) {
      const outgoing = http.request(`${address}/mcp`, { method: 'POST', agent, headers: { ...headers, ...more } })
      const response = once(outgoing, 'response') as Promise<[http.IncomingMessage]>
      for (const part of parts) if (!outgoing.write(part)) await once(outgoing, 'drain')
      outgoing.end()
      const [incoming] = await response
      ports.add(incoming.socket.localPort)
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const session = String(incoming.headers['mcp-session-id'] ?? '')
      return { status: incoming.statusCode, text: Buffer.concat(chunks).toString(), session }
    },
  }
}
