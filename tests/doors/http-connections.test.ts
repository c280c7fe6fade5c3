import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changedIds, readEvents } from '../event-reader.ts'
import { figure } from '../faults/figures.ts'
import { openHttpLab, sendRaw } from '../http.ts'
import { openLab, person } from '../lab.ts'
import { serveBuilt } from '../support/serve.ts'

/** Connections that give nothing back: what each sends at once, and byte by byte afterwards. */
interface Bad {
  readonly first: string
  readonly drip?: string
  readonly reads?: false
}

const host = (port: number) => `Host: 127.0.0.1:${port}\r\n`

const badOnes: Record<string, (port: number) => Bad> = {
  'says nothing': () => ({ first: '' }),
  'stops in its headers': port => ({ first: `GET /api/status HTTP/1.1\r\n${host(port)}X-Half: ` }),
  'sends its headers byte by byte': port => ({ first: `GET /healthz HTTP/1.1\r\n${host(port)}X-Slow: `, drip: 'x' }),
  'announces a body and sends none': port => ({
    first: `POST /api/sign-in HTTP/1.1\r\n${host(port)}Content-Type: application/json\r\nContent-Length: 400\r\n\r\n`,
  }),
  'sends its body byte by byte': port => ({
    first: `POST /api/sign-in HTTP/1.1\r\n${host(port)}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n`,
    drip: ' ',
  }),
  'never reads its answers': port => ({
    first: `GET / HTTP/1.1\r\n${host(port)}Accept: text/html\r\n\r\n`.repeat(90),
    reads: false,
  }),
  'begins with TLS': () => ({ first: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' }),
}

/** A socket that never closes its own side and, unless told otherwise, reads whatever comes. */
function connectBad(port: number, { first, drip, reads }: Bad): net.Socket {
  const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  socket.on('error', () => socket.destroy())
  if (first !== '') socket.write(first, 'latin1')
  if (reads !== false) socket.resume()
  if (drip !== undefined) {
    const timer = setInterval(() => socket.writable && socket.write(drip), 100)
    socket.on('close', () => clearInterval(timer))
  }
  return socket
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(10)
}

const BAD = 400
const OPEN_FILES = 256

test('a good client is served beside 400 bad ones with 256 descriptors, which all come back', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab, ['--port', '0'], { openFiles: OPEN_FILES })
  await served.signIn()
  const idle = served.files()
  const kinds = Object.values(badOnes).map(make => make(served.port))
  const bad = Array.from({ length: BAD }, (_, index) => connectBad(served.port, kinds[index % kinds.length] as Bad))
  await until(() => bad.every(socket => !socket.connecting))
  const session = await served.signIn()
  const reader = await readEvents(served.address, session)
  const statuses: number[] = []
  for (let round = 0; round < 40; round += 1) {
    bad.push(...kinds.map(kind => connectBad(served.port, kind)))
    // Without keep-alive every call needs a connection of its own.
    const response = await fetch(`${served.address}/api/changes`, { headers: { ...session, Connection: 'close' } })
    statuses.push(response.status)
    lab.app.store.events.publish({ worktree: lab.root, kind: 'test', id: `e${round}`, actor: person, at: 1 })
  }
  const most = served.files()
  await until(() => changedIds(reader.messages).length >= 40 || reader.isOver())
  expect(statuses).toEqual(Array(40).fill(200))
  expect(reader.isOver()).toBe(false)
  expect(most).toBeLessThan(OPEN_FILES)
  reader.request.destroy()
  for (const socket of bad) socket.destroy()
  await until(() => served.files() <= idle)
  figure(
    'P7',
    `${bad.length} bad connections, ${OPEN_FILES} descriptors`,
    `${idle} open before and after, ${most} beside`,
  )
  expect(served.said()).not.toMatch(/EMFILE|error/i)
})

const IMPATIENT = { headersMs: 300, requestMs: 600, stalledMs: 500, keepAliveMs: 500, checkMs: 50 }

test.each(Object.entries(badOnes))('a client that %s is let go, though it keeps its side open', async (_what, make) => {
  await using http = await openHttpLab({ connections: IMPATIENT })
  const { port, connections } = http.server
  const bad = make(port)
  // Answers that nobody reads have to be more than the system itself keeps for a reader.
  const ask = `GET /api/openapi.json HTTP/1.1\r\n${host(port)}Authorization: Bearer ${http.token}\r\n\r\n`
  const first = bad.reads === false ? ask.repeat(40) : bad.first
  const sockets = Array.from({ length: 3 }, () => connectBad(port, { ...bad, first }))
  await until(() => connections.size === 3)
  await until(() => connections.size === 0)
  for (const socket of sockets) socket.destroy()
  expect((await http.ask('GET', '/api/status')).status).toBe(200)
})

test('a long answer and a silent stream are not taken for clients that do not read', async () => {
  await using http = await openHttpLab({ connections: IMPATIENT })
  const { headers } = await http.signIn()
  const reader = await readEvents(http.server.address, headers)
  const bad = connectBad(http.server.port, { first: '' })
  // Longer than any of the limits: the bad one has come and gone three times.
  for (let round = 0; round < 3; round += 1) {
    const next = connectBad(http.server.port, { first: '' })
    await until(() => http.server.connections.size >= 2)
    await until(() => http.server.connections.size === 1)
    next.destroy()
  }
  bad.destroy()
  expect(reader.isOver()).toBe(false)
  reader.request.destroy()
})

test('a session has its share of the connections: its idle ones are closed for new ones, and no other client waits', async () => {
  await using http = await openHttpLab({ connections: { inAll: 20, perClient: 4 } })
  const { port, address } = http.server
  const [greedy, modest] = [await http.signIn(), await http.signIn()]
  const ask = `GET /api/status HTTP/1.1\r\n${host(port)}Cookie: ${greedy.cookie}\r\nX-Furrow-Session: ${greedy.header}\r\n\r\n`
  const idle = connectBad(port, { first: ask })
  let closed = false
  idle.on('end', () => {
    closed = true
  })
  const answered = new Promise(resolve => idle.once('data', resolve))
  await answered
  const streams = []
  for (let count = 0; count < 4; count += 1) streams.push(await readEvents(address, greedy.headers))
  await until(() => closed)
  idle.destroy()
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const [beyond] = await sendRaw(port, [ask])
  expect([beyond?.status, beyond?.headers['connection'], JSON.parse(String(beyond?.body)).code]).toEqual([
    503,
    'close',
    'busy',
  ])
  expect((await fetch(`${address}/api/status`, { headers: modest.headers })).status).toBe(200)
  for (const { request } of streams) request.destroy()
})

test('where every connection is in use a new one is answered 503 and closed', async () => {
  await using http = await openHttpLab({ connections: { inAll: 4, perClient: 4 }, limits: { perServer: 10 } })
  const { headers } = await http.signIn()
  const streams = []
  for (let count = 0; count < 4; count += 1) streams.push(await readEvents(http.server.address, headers))
  const [beyond] = await sendRaw(http.server.port, [''], 1)
  expect([beyond?.status, JSON.parse(String(beyond?.body)).code]).toEqual([503, 'busy'])
  streams[0]?.request.destroy()
  await until(() => http.server.connections.size < 4)
  expect((await http.ask('GET', '/api/status')).status).toBe(200)
  for (const { request } of streams) request.destroy()
})

test('a connection that asks and asks without waiting is closed, the others go on', async () => {
  await using http = await openHttpLab()
  const { port, connections } = http.server
  const ask = `GET /api/status HTTP/1.1\r\n${host(port)}Authorization: Bearer ${http.token}\r\n\r\n`
  expect((await sendRaw(port, Array(50).fill(ask))).map(({ status }) => status)).toEqual(Array(50).fill(200))
  const socket = connectBad(port, { first: ask.repeat(5000) })
  await until(() => connections.size === 1)
  await until(() => connections.size === 0)
  socket.destroy()
  expect((await http.ask('GET', '/api/status')).status).toBe(200)
})
