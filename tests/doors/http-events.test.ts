import fs from 'node:fs'
import { expect, test } from 'vitest'
import { changedIds as ids, type Reader, readEvents, until } from '../event-reader.ts'
import { type HttpLab, openHttpLab } from '../http.ts'
import { agent, person } from '../lab.ts'

function listen(lab: HttpLab, headers: Record<string, string> = {}): Promise<Reader> {
  return readEvents(lab.server.address, { Authorization: `Bearer ${lab.token}`, ...headers })
}

function publish(lab: HttpLab, id: string): void {
  lab.lab.app.store.events.publish({ worktree: lab.lab.root, kind: 'test', id, actor: person, at: 1 })
}

test('a change is told to every reader, with its number, kind, id and actor', async () => {
  await using lab = await openHttpLab()
  const readers = [await listen(lab), await listen(lab)]
  await lab.lab.call('config.set', { key: 'project.name', value: 'shop' }, agent)
  for (const { messages } of readers) {
    await until(() => messages.some(({ event }) => event === 'change'))
    const told = messages.find(({ event }) => event === 'change')
    const { seq, worktree, actor } = JSON.parse(told?.data ?? '{}')
    expect({ seq: String(seq), worktree, actor }).toEqual({ seq: told?.id, worktree: lab.lab.root, actor: agent })
  }
})

test('a reader that comes back is told exactly what it missed', async () => {
  await using lab = await openHttpLab()
  for (let number = 1; number <= 700; number += 1) publish(lab, `e${number}`)
  const last = lab.lab.app.store.events.last()
  const reader = await listen(lab, { 'Last-Event-ID': String(last - 650) })
  publish(lab, 'live')
  await until(() => ids(reader.messages).length >= 651)
  expect(ids(reader.messages)).toEqual([...Array.from({ length: 650 }, (_, index) => `e${index + 51}`), 'live'])
})

test('a new reader is told where it starts and nothing older', async () => {
  await using lab = await openHttpLab()
  publish(lab, 'old')
  const reader = await listen(lab)
  publish(lab, 'new')
  await until(() => ids(reader.messages).length > 0)
  expect(ids(reader.messages)).toEqual(['new'])
  expect(reader.messages[0]).toMatchObject({ event: 'ready', id: String(lab.lab.app.store.events.last() - 1) })
})

test('a gap that was trimmed, or a number from the future, is a reset', async () => {
  await using lab = await openHttpLab()
  for (let number = 1; number <= 5; number += 1) publish(lab, `e${number}`)
  lab.lab.app.store.state.prepare('DELETE FROM events WHERE seq <= 3').run()
  for (const from of ['1', '999']) {
    const reader = await listen(lab, { 'Last-Event-ID': from })
    await until(() => reader.messages.some(({ event }) => event === 'reset'))
    publish(lab, `after-${from}`)
    await until(() => ids(reader.messages).length > 0)
    expect(ids(reader.messages)).toEqual([`after-${from}`])
  }
})

test('silence is filled with pings', async () => {
  await using lab = await openHttpLab({ limits: { pingMs: 20 } })
  const reader = await listen(lab)
  await until(() => reader.messages.filter(({ comment }) => comment === 'ping').length >= 3)
  expect(reader.isOver()).toBe(false)
})

test('a Last-Event-ID that is no number is refused', async () => {
  await using lab = await openHttpLab()
  expect((await lab.ask('GET', '/api/events', undefined, { 'Last-Event-ID': 'x' })).status).toBe(400)
})

test('a session may hold sixteen streams, and signing out ends them', async () => {
  await using lab = await openHttpLab()
  const session = await lab.signIn()
  const readers: Reader[] = []
  for (let number = 0; number < 16; number += 1) readers.push(await readEvents(lab.server.address, session.headers))
  const refused = await fetch(`${lab.server.address}/api/events`, { headers: session.headers })
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'busy'])
  await fetch(`${lab.server.address}/api/sign-out`, {
    method: 'POST',
    headers: { ...session.headers, 'Content-Type': 'application/json' },
    body: '{}',
  })
  await until(() => readers.every(reader => reader.isOver()))
  await until(() => lab.server.streams.size === 0)
})

test('a reader that stops reading is let go, the others are told everything', async () => {
  await using lab = await openHttpLab({ limits: { bufferedBytes: 64 * 1024 } })
  const healthy = await listen(lab)
  const stuck = await listen(lab)
  stuck.response.pause()
  const long = 'x'.repeat(50_000)
  for (let number = 0; lab.server.streams.size > 1; number += 1) {
    publish(lab, `${number}-${long}`)
    await until(() => ids(healthy.messages).length === number + 1)
  }
  expect(healthy.isOver()).toBe(false)
})

test('streams that end give their files back', async () => {
  await using lab = await openHttpLab()
  await (await listen(lab)).request.destroy()
  await until(() => lab.server.streams.size === 0)
  const count = () => fs.readdirSync('/proc/self/fd').length
  const before = count()
  for (let round = 0; round < 20; round += 1) {
    const readers = await Promise.all(Array.from({ length: 16 }, () => listen(lab)))
    for (const reader of readers) reader.request.destroy()
    await until(() => lab.server.streams.size === 0)
  }
  await until(() => Math.abs(count() - before) <= 5)
})

test('closing the server ends the streams of readers that never leave by themselves', async () => {
  const lab = await openHttpLab()
  const reader = await listen(lab)
  await lab[Symbol.asyncDispose]()
  await until(() => reader.isOver())
})
