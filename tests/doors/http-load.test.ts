import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { figure } from '../faults/figures.ts'
import { type Lab, openLab, person } from '../lab.ts'
import { type Served, serveBuilt } from '../support/serve.ts'

const MOST_MEMORY = 200

/** A client as small as it can be: a thousand of them must not weigh on the process that counts. */
interface Listener {
  readonly socket: net.Socket
  events: number
  bytes: number
  status: number
  closed: boolean
}

function listen({ port }: Served, headers: Record<string, string>, { reads = true } = {}): Promise<Listener> {
  const socket = net.connect({ host: '127.0.0.1', port })
  const listener: Listener = { socket, events: 0, bytes: 0, status: 0, closed: false }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`)
  socket.on('error', () => socket.destroy())
  return new Promise(resolve => {
    socket.on('close', () => {
      listener.closed = true
      resolve(listener)
    })
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      listener.bytes += chunk.length
      listener.events += text.split('event: change').length - 1
      if (listener.status !== 0) return
      listener.status = Number(text.slice(9, 12))
      if (!reads) socket.pause()
      resolve(listener)
    })
  })
}

function publish(lab: Lab, id: string): void {
  lab.app.store.events.publish({ worktree: lab.root, kind: 'test', id, actor: person, at: 1 })
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5)
}

const CLIENTS = 1000
const EVENTS = 100

test('a thousand clients are told a hundred events each, within the memory, and give back what they took', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const idle = served.files()
  const listeners: Listener[] = []
  while (listeners.length < CLIENTS) {
    const session = await served.signIn()
    const count = Math.min(16, CLIENTS - listeners.length)
    listeners.push(...(await Promise.all(Array.from({ length: count }, () => listen(served, session)))))
  }
  expect(listeners.filter(({ status }) => status === 200)).toHaveLength(CLIENTS)
  for (let number = 0; number < EVENTS; number += 1) {
    publish(lab, `event-${number}`)
    await pause(2)
  }
  await until(() => listeners.every(({ events }) => events === EVENTS))
  const { highest } = served.memory()
  figure('P6', `${CLIENTS} clients, ${EVENTS} events each`, `all served, highest memory ${highest.toFixed(0)} MiB`)
  expect(highest).toBeLessThanOrEqual(MOST_MEMORY)
  for (const { socket } of listeners) socket.destroy()
  await until(() => served.files() <= idle + 5)
})

test('clients that never read are let go, the others are told everything', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const stuck: Listener[] = []
  for (let round = 0; round < 13; round += 1) {
    const session = await served.signIn()
    stuck.push(...(await Promise.all(Array.from({ length: 16 }, () => listen(served, session, { reads: false })))))
  }
  const healthy = await listen(served, await served.signIn())
  const long = 'x'.repeat(100_000)
  const idle = served.files() - stuck.length
  let sent = 0
  while (served.files() > idle + 5) {
    publish(lab, `${sent}-${long}`)
    sent += 1
    await until(() => healthy.events === sent)
  }
  const { highest } = served.memory()
  figure('P7', `${stuck.length} stuck clients`, `let go after ${sent} events, highest memory ${highest.toFixed(0)} MiB`)
  expect(healthy.closed).toBe(false)
  expect(highest).toBeLessThanOrEqual(MOST_MEMORY)
  for (const { socket } of [...stuck, healthy]) socket.destroy()
})

test('the streams of a server are limited, and those beyond are told to come back', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const listeners: Listener[] = []
  while (listeners.length < 2000) {
    const session = await served.signIn()
    listeners.push(...(await Promise.all(Array.from({ length: 16 }, () => listen(served, session)))))
  }
  const beyond = await listen(served, await served.signIn())
  expect([listeners.filter(({ status }) => status === 200).length, beyond.status]).toEqual([2000, 503])
  const other = await fetch(`${served.address}/api/status`, { headers: await served.signIn() })
  expect(other.status).toBe(200)
  for (const { socket } of [...listeners, beyond]) socket.destroy()
})

test('five thousand connections that say nothing, or never finish what they say, keep nobody out', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const idle = served.files()
  const sockets = Array.from({ length: 5000 }, (_, number) => {
    // Half open: it does not close its side when the server closes the other one.
    const socket = net.connect({ host: '127.0.0.1', port: served.port, allowHalfOpen: true })
    socket.on('error', () => socket.destroy())
    socket.resume()
    if (number % 2 === 0) socket.write('GET /api/status HTTP/1.1\r\nHost: 127')
    return socket
  })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${served.address}/healthz`).then(({ status }) => status)),
  )
  expect(answers.every(status => status === 204)).toBe(true)
  expect(served.memory().highest).toBeLessThanOrEqual(MOST_MEMORY)
  // Headers that never end are given up on, whatever the client does.
  await until(() => served.files() <= idle + 5)
  for (const socket of sockets) socket.destroy()
})
