import net from 'node:net'
import os from 'node:os'
import { expect, test } from 'vitest'
import { policies } from '../../src/doors/http/admit/policy.ts'
import type { Route } from '../../src/doors/http/routes/routes.ts'
import { type HttpLab, openHttpLab } from '../http.ts'

const targetOf = ({ path }: Route) => path.replace(/:\w+/g, 'x').replace(/^\*$/, '/some/page').replace('*', 'nothing')
const methodOf = ({ method }: Route) => (method === 'ALL' ? 'POST' : method)

async function statusOf(http: HttpLab, route: Route, headers: Record<string, string>): Promise<number> {
  const method = methodOf(route)
  const response = await fetch(`${http.server.address}${targetOf(route)}`, {
    method,
    headers: { ...headers, ...(method !== 'GET' && { 'Content-Type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
  })
  await response.body?.cancel()
  return response.status
}

const guarded = (http: HttpLab) => http.server.routes.filter(({ policy }) => policies[policy].scopes.length > 0)

test('the router holds exactly the routes of the table, and each names a policy', async () => {
  await using http = await openHttpLab()
  const listed = (routes: readonly { method: string; path: string }[]) =>
    routes.map(({ method, path }) => `${method} ${path.startsWith('/') ? path : `/${path}`}`).sort()
  expect(listed(http.server.router.routes)).toEqual(listed(http.server.routes))
  expect(http.server.routes.filter(({ policy }) => !(policy in policies))).toEqual([])
})

test('what is open to anybody is the sign of life, the sign-in and the files of the app', async () => {
  await using http = await openHttpLab()
  const open = http.server.routes.filter(({ policy }) => policies[policy].scopes.length === 0).map(({ path }) => path)
  expect(open.sort()).toEqual(['*', '/api/sign-in', '/assets/index-4f2a91.js', '/healthz', '/icon.svg'])
})

test('without a token no guarded route answers anything but 401', async () => {
  await using http = await openHttpLab()
  for (const route of guarded(http)) expect([route.path, await statusOf(http, route, {})]).toEqual([route.path, 401])
})

test('a wrong, an expired and a revoked token are all the same to every route', async () => {
  const clock = { time: 1_800_000_000_000, now: () => clock.time }
  await using http = await openHttpLab({ clock })
  const expired = await http.lab.call('token.create', { name: 'old', allow: ['trust'], days: 1 })
  const revoked = await http.lab.call('token.create', { name: 'gone', allow: ['trust'] })
  await http.lab.call('token.revoke', { name: 'gone' })
  const session = await http.signIn()
  clock.time += 8 * 24 * 60 * 60 * 1000
  const wrong: Record<string, string>[] = [
    { Authorization: `Bearer ${'x'.repeat(43)}` },
    { Authorization: `Bearer ${expired.token}` },
    { Authorization: `Bearer ${revoked.token}` },
    { Authorization: `bearer ${http.token}` },
    { Authorization: `Basic ${http.token}` },
    { Authorization: `Bearer  ${http.token}` },
    { Authorization: `Bearer ${http.token.slice(0, -1)}` },
    session.headers,
  ]
  for (const route of guarded(http))
    for (const headers of wrong) {
      clock.time += 61_000 / 9
      expect([route.path, [401, 429].includes(await statusOf(http, route, headers))]).toEqual([route.path, true])
    }
})

test('a credential of another scope is refused: browsers mint no codes, tokens end no sessions, cookies mean nothing to MCP', async () => {
  await using http = await openHttpLab()
  const session = await http.signIn()
  const script = await http.lab.call('token.create', { allow: ['trust'] })
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  const by = (name: Route['policy']) => guarded(http).filter(({ policy }) => policy === name)
  for (const route of by('owner')) {
    expect(await statusOf(http, route, session.headers)).toBe(401)
    expect(await statusOf(http, route, bearer(script.token))).toBe(403)
  }
  for (const route of by('session'))
    for (const token of [http.token, script.token]) expect(await statusOf(http, route, bearer(token))).toBe(403)
  for (const route of by('mcp')) expect(await statusOf(http, route, session.headers)).toBe(401)
  expect([by('owner').length, by('session').length, by('mcp').length].every(count => count > 0)).toBe(true)
})

test('nothing listens but the loopback address', async () => {
  await using http = await openHttpLab()
  const others = Object.values(os.networkInterfaces())
    .flat()
    .filter(found => found !== undefined && found.address !== '127.0.0.1')
    .map(found => (found?.scopeid ? `${found.address}%${found.scopeid}` : String(found?.address)))
  const reached = await Promise.all([...others, '::1', '127.0.0.2'].map(host => connects(host, http.server.port)))
  expect(reached.filter(Boolean)).toEqual([])
  expect(await connects('127.0.0.1', http.server.port)).toBe('127.0.0.1')
})

function connects(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const socket = net.connect({ host, port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(host)
    })
    socket.once('error', () => resolve(undefined))
  })
}
