import { execFile } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serverAddress } from '../../src/workspace/server.ts'
import { readEvents, until } from '../event-reader.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { serveBuilt } from '../support/serve.ts'

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

function furrow(lab: Lab, args: readonly string[], env: Record<string, string> = lab.env): Promise<Ended> {
  return new Promise(resolve => {
    execFile(process.execPath, [bin, ...args], { cwd: lab.root, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

/** Ends the server that `furrow ui` left behind, by the process that holds the lease. */
async function endServer(lab: Lab): Promise<void> {
  const [lease] = lab.app.store.leases.alive('serve')
  if (lease === undefined) return
  process.kill(lease.pid, 'SIGTERM')
  while (lab.app.store.leases.alive('serve').length > 0) await pause(10)
}

test('serve prints what it bound and an address that signs in', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const [title, bound, signIn] = served.said().split('\n')
  expect(title).toBe(`Furrow serves ${lab.root}`)
  expect(bound).toBe(`  bound    ${served.address} (this machine only)`)
  const code = /#c=([\w-]{43}) /.exec(signIn ?? '')?.[1]
  const response = await fetch(`${served.address}/api/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  expect(response.status).toBe(200)
  expect(serverAddress(lab.app.store)).toBe(served.address)
  const token = fs.readFileSync(path.join(lab.home, 'token'), 'utf8').trim()
  const headers = { Authorization: `Bearer ${token}` }
  expect((await fetch(`${served.address}/api/status`, { headers })).status).toBe(200)
})

test('a second serve says where the first is and ends well', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const second = await furrow(lab, ['serve'])
  expect([second.code, second.out]).toEqual([0, expect.stringContaining(served.address)])
  expect(second.out).not.toContain('#c=')
})

test('of three that start at once one serves', async () => {
  await using lab = await openLab()
  const three = await Promise.all([1, 2, 3].map(() => serveBuilt(lab)))
  const serving = three.filter(({ said }) => said().includes('this machine only'))
  const leases = lab.app.store.leases.alive('serve')
  for (const one of three) await one[Symbol.asyncDispose]()
  expect([serving.length, leases.length]).toEqual([1, 1])
})

test('told to stop, it ends its streams, gives the lease back and exits with 0', async () => {
  await using lab = await openLab()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const served = await serveBuilt(lab)
    const reader = await readEvents(served.address, { Authorization: `Bearer ${served.token}` })
    process.kill(served.pid, signal)
    expect(await served.over).toBe(0)
    await until(() => reader.isOver())
    expect(lab.app.store.leases.all('serve')).toEqual([])
  }
})

test('told to stop, it ends the streams of runs by itself instead of tearing them off', async () => {
  await using lab = await openLab()
  const { out } = await furrow(lab, ['exec', '--detach', '--', 'sleep', '600'])
  const served = await serveBuilt(lab)
  const headers = { Authorization: `Bearer ${served.token}` }
  const { body } = await fetch(`${served.address}/api/runs/${out.trim()}/events`, { headers })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  process.kill(served.pid, 'SIGTERM')
  let step = await reader.read()
  while (!step.done) step = await reader.read()
  expect(await served.over).toBe(0)
  await lab.call('run.cancel', { id: out.trim() })
})

test('a server that was killed keeps nobody from serving at the same port', async () => {
  await using lab = await openLab()
  const killed = await serveBuilt(lab, ['--port', '0'])
  process.kill(killed.pid, 'SIGKILL')
  await killed.over
  expect(lab.app.store.leases.dead('serve')).toHaveLength(1)
  await using served = await serveBuilt(lab, [])
  expect(served.port).toBe(killed.port)
})

test('a port that is taken is stepped over, unless exactly it was asked for', async () => {
  await using lab = await openLab()
  const first = await serveBuilt(lab, ['--port', '0'])
  await first[Symbol.asyncDispose]()
  const other = net.createServer().listen(first.port, '127.0.0.1')
  await once(other, 'listening')
  const exact = await furrow(lab, ['serve', '--port', String(first.port)])
  expect([exact.code, exact.err]).toEqual([5, expect.stringContaining(String(first.port))])
  await using next = await serveBuilt(lab, [])
  expect(next.port).toBeGreaterThan(first.port)
  other.close()
})

test('every other host is refused, and nothing is bound', async () => {
  await using lab = await openLab()
  for (const host of ['0.0.0.0', '::', '192.168.1.10', 'example.com', '127.0.0.1.nip.io']) {
    const { code, err } = await furrow(lab, ['serve', '--host', host, '--port', '0'])
    expect([host, code, err.includes('users, TLS and host names')]).toEqual([host, 6, true])
  }
  expect(lab.app.store.leases.all('serve')).toEqual([])
})

test('ui starts a server when none runs, and prints an address that works without opening anything', async () => {
  await using lab = await openLab()
  const { code, out } = await furrow(lab, ['ui', '--no-open'])
  const [, address = '', secret = ''] = /^(http:\/\/127\.0\.0\.1:\d+)\/#c=([\w-]{43})$/m.exec(out) ?? []
  const response = await fetch(`${address}/api/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: secret }),
  })
  const again = await furrow(lab, ['ui', '--no-open'])
  const log = fs.readFileSync(path.join(lab.app.store.folder, 'serve.log'), 'utf8')
  await endServer(lab)
  expect([code, response.status]).toEqual([0, 200])
  expect(again.out).toContain(address)
  expect(again.out).not.toContain(secret)
  expect(log).not.toContain('#c=')
  expect(fs.statSync(path.join(lab.app.store.folder, 'serve.log')).mode & 0o777).toBe(0o600)
})

test('ui hands the address to the desktop as one argument, and no shell sees it', async () => {
  await using lab = await openLab()
  const folder = path.join(path.dirname(lab.root), 'bin')
  const opened = path.join(folder, 'opened')
  fs.mkdirSync(folder)
  fs.writeFileSync(
    path.join(folder, 'xdg-open'),
    `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
  )
  fs.chmodSync(path.join(folder, 'xdg-open'), 0o755)
  await using served = await serveBuilt(lab)
  const { code, out } = await furrow(lab, ['ui'], { ...lab.env, PATH: `${folder}:${lab.env['PATH']}` })
  while (!fs.existsSync(opened)) await pause(5)
  const [count, argument] = fs.readFileSync(opened, 'utf8').split('\n')
  expect([code, count, out]).toEqual([0, '1', `Opened ${served.address}\n`])
  expect(argument).toMatch(new RegExp(`^${served.address}/#c=[\\w-]{43}$`))
})

test('without a desktop, ui prints the address instead', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const { code, out } = await furrow(lab, ['ui'], { ...lab.env, PATH: '/nowhere' })
  expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^${served.address}/#c=`))])
})
