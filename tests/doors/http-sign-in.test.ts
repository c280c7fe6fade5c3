import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../../src/doors/http/serve/server.ts'
import { openHttpLab } from '../http.ts'

const HOUR_MS = 60 * 60 * 1000

function clockAt(start = 1_800_000_000_000) {
  const clock = { time: start, now: () => clock.time }
  return clock
}

const codeIn = (address: string) => new URL(address).hash.slice('#c='.length)

async function trade(address: string, code: unknown): Promise<Response> {
  return fetch(`${address}/api/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  })
}

test('a printed address signs in once', async () => {
  await using http = await openHttpLab()
  const code = codeIn(http.server.signInAddress())
  const answers = await Promise.all([1, 2, 3].map(() => trade(http.server.address, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
})

test('a code is over after a minute', async () => {
  const clock = clockAt()
  await using http = await openHttpLab({ clock })
  const [first, second] = [codeIn(http.server.signInAddress()), codeIn(http.server.signInAddress())]
  clock.time += 59_000
  expect((await trade(http.server.address, first)).status).toBe(200)
  clock.time += 1_000
  expect((await trade(http.server.address, second)).status).toBe(401)
})

test('the cookie is for this port, this site and no script', async () => {
  await using http = await openHttpLab()
  const response = await trade(http.server.address, codeIn(http.server.signInAddress()))
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(
    new RegExp(`^furrow_${http.server.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800$`),
  )
})

test('cookie and header value are both needed, and of the same session', async () => {
  await using http = await openHttpLab()
  const [one, two] = [await http.signIn(), await http.signIn()]
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${http.server.address}/api/status`, { headers })).status
  expect(await status(one.headers)).toBe(200)
  expect(await status({ Cookie: one.cookie })).toBe(401)
  expect(await status({ 'X-Furrow-Session': one.header })).toBe(401)
  expect(await status({ Cookie: one.cookie, 'X-Furrow-Session': two.header })).toBe(401)
  expect(await status({ Cookie: one.cookie.replace(/_\d+=/, '_1='), 'X-Furrow-Session': one.header })).toBe(401)
})

test('a signed-in browser is a person, a bearer token is not', async () => {
  await using http = await openHttpLab()
  const session = await http.signIn()
  const body = { name: 'ci', allow: ['trust'] }
  expect((await http.ask('POST', '/api/tokens', body)).status).toBe(403)
  const made = await fetch(`${http.server.address}/api/tokens`, {
    method: 'POST',
    headers: { ...session.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(made.status).toBe(200)
})

test('signing out ends the session at once', async () => {
  await using http = await openHttpLab()
  const session = await http.signIn()
  const headers = { ...session.headers, 'Content-Type': 'application/json' }
  const out = await fetch(`${http.server.address}/api/sign-out`, { method: 'POST', headers, body: '{}' })
  expect([out.status, out.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining('Max-Age=0')])
  expect((await fetch(`${http.server.address}/api/status`, { headers: session.headers })).status).toBe(401)
})

test('a session ends after twelve idle hours and after seven days whatever happens', async () => {
  const clock = clockAt()
  await using http = await openHttpLab({ clock })
  const [idle, busy] = [await http.signIn(), await http.signIn()]
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${http.server.address}/api/status`, { headers })).status
  for (let passed = 0; passed + 11 < 7 * 24; passed += 11) {
    clock.time += 11 * HOUR_MS
    expect(await status(busy.headers)).toBe(200)
  }
  expect(await status(idle.headers)).toBe(401)
  clock.time += 11 * HOUR_MS
  expect(await status(busy.headers)).toBe(401)
})

test('a session outlives a restart of the server at its port, and its file gives nobody a way in', async () => {
  await using http = await openHttpLab()
  const session = await http.signIn()
  const { port } = http.server
  const text = fs.readFileSync(path.join(http.lab.home, 'sessions', `${port}.json`), 'utf8')
  expect(text).not.toContain(session.header)
  expect(text).not.toContain(session.cookie.split('=')[1])
  await http.server[Symbol.asyncDispose]()
  await using again = await startServer({ app: http.lab.app, dist: '/nowhere', port, exact: true })
  expect((await fetch(`${again.address}/api/status`, { headers: session.headers })).status).toBe(200)
})

test('a session of one workspace is none of another that took over the port', async () => {
  await using http = await openHttpLab()
  const session = await http.signIn()
  const { port } = http.server
  await http.server[Symbol.asyncDispose]()
  await using other = await openHttpLab({ port, exact: true, env: http.lab.env })
  expect((await fetch(`${other.server.address}/api/status`, { headers: session.headers })).status).toBe(401)
})

test('after ten wrong tokens in a minute the next are told to wait, and a right one still works', async () => {
  const clock = clockAt()
  await using http = await openHttpLab({ clock })
  const wrong = () => http.ask('GET', '/api/status', undefined, { Authorization: `Bearer ${'x'.repeat(43)}` })
  for (let number = 0; number < 10; number += 1) expect((await wrong()).status).toBe(401)
  const told = await wrong()
  expect([told.status, (await told.json()).code]).toEqual([429, 'rate_limited'])
  expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await trade(http.server.address, 'nonsense')).status).toBe(429)
  expect((await http.ask('GET', '/api/status')).status).toBe(200)
  clock.time += 61_000
  expect((await wrong()).status).toBe(401)
})

test('a replaced token opens nothing any more', async () => {
  await using http = await openHttpLab()
  expect((await http.ask('GET', '/api/status')).status).toBe(200)
  await http.lab.call('server.rotate_token', {})
  expect((await http.ask('GET', '/api/status')).status).toBe(401)
})

test('neither tokens nor codes are on any command line, in any log or in any file but the one', async () => {
  await using http = await openHttpLab()
  const session = await http.signIn()
  await http.ask('GET', '/api/status')
  const secrets = [http.token, session.header, session.cookie.split('=')[1] ?? '']
  const lines = execFileSync('ps', ['-ewwo', 'args']).toString()
  const files = execFileSync('grep', ['-rlaF', ...secrets.flatMap(secret => ['-e', secret]), http.lab.home]).toString()
  expect(secrets.filter(secret => lines.includes(secret) || http.log.join().includes(secret))).toEqual([])
  expect(files.trim().split('\n')).toEqual([path.join(http.lab.home, 'token')])
})
