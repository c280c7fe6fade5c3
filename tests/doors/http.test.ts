import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openHttpLab } from '../http.ts'

test('the app is served from the list of the build, and a page gets a new nonce each time', async () => {
  await using http = await openHttpLab()
  const pages = await Promise.all(
    ['/', '/runs/x', '/'].map(async target => {
      const response = await fetch(`${http.server.address}${target}`, { headers: { Accept: 'text/html' } })
      return { policy: response.headers.get('content-security-policy') ?? '', html: await response.text() }
    }),
  )
  const nonces = pages.map(({ html }) => /nonce="([^"]+)"/.exec(html)?.[1])
  expect(new Set(nonces).size).toBe(3)
  for (const [index, { policy }] of pages.entries())
    expect(policy).toBe(
      `default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'nonce-${nonces[index]}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'`,
    )
})

test('hashed files may be kept for ever, others are asked for again', async () => {
  await using http = await openHttpLab()
  const cached = async (target: string) => {
    const response = await fetch(`${http.server.address}${target}`)
    return [response.status, response.headers.get('cache-control'), response.headers.get('content-type')]
  }
  expect(await cached('/assets/index-4f2a91.js')).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'text/javascript; charset=utf-8',
  ])
  expect(await cached('/icon.svg')).toEqual([200, 'no-cache', 'image/svg+xml'])
})

test('a file that the build did not list does not exist', async () => {
  await using http = await openHttpLab()
  for (const target of ['/not-listed.txt', '/web.json', '/assets/../not-listed.txt', '/assets/%2e%2e/not-listed.txt'])
    expect((await fetch(`${http.server.address}${target}`)).status).toBe(404)
})

test('without a build the page says so', async () => {
  await using http = await openHttpLab({ dist: '/nowhere' })
  const response = await fetch(http.server.address, { headers: { Accept: 'text/html' } })
  expect(await response.text()).toContain('npm run build')
})

test('an operation answers at its own route and by its name alike', async () => {
  await using http = await openHttpLab()
  const mounted = await http.ask('GET', '/api/status')
  const named = await http.ask('POST', '/api/operations/workspace.status', {})
  expect(mounted.status).toBe(200)
  expect(await named.json()).toEqual(await mounted.json())
})

test('a query is typed by the schema, and an unknown key is refused by name', async () => {
  await using http = await openHttpLab()
  expect((await http.ask('GET', '/api/log?limit=5')).status).toBe(200)
  const wrong = await http.ask('GET', '/api/log?limit=five')
  expect([wrong.status, (await wrong.json()).target]).toEqual([400, 'limit'])
  const unknown = await http.ask('GET', '/api/log?limt=5')
  expect([unknown.status, (await unknown.json()).message]).toEqual([400, expect.stringContaining('"limit"')])
  expect((await http.ask('GET', '/api/log?limit=5&limit=6')).status).toBe(400)
})

test('an unknown path is 404, a wrong method 405 with what is allowed, both as problems', async () => {
  await using http = await openHttpLab()
  const unknown = await http.ask('GET', '/api/nothing')
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  const wrong = await http.ask('DELETE', '/api/status')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await wrong.json()).toMatchObject({ code: 'method_not_allowed', status: 405, fix: 'furrow reference' })
})

test('an Idempotency-Key that comes again with another input is a conflict, and changes nothing', async () => {
  await using http = await openHttpLab()
  const set = (value: string) =>
    http.ask('POST', '/api/operations/config.set', { key: 'runs.concurrency', value }, { 'Idempotency-Key': 'k2' })
  expect((await set('3')).status).toBe(200)
  const other = await set('4')
  expect([other.status, (await other.json()).code]).toEqual([409, 'conflict'])
  expect(http.lab.read('.sdlc/config.yaml')).toContain('concurrency: 3')
})

test('a retry with the same Idempotency-Key applies once', async () => {
  await using http = await openHttpLab()
  const set = () =>
    http.ask('POST', '/api/operations/config.set', { key: 'runs.concurrency', value: '3' }, { 'Idempotency-Key': 'k1' })
  const [first, second] = [await set(), await set()]
  expect([first.status, second.status]).toEqual([200, 200])
  const { entries } = await (await http.ask('GET', '/api/log')).json()
  expect(entries).toHaveLength(1)
})

test('a mistake of ours is 500 with a number that only the log explains', async () => {
  await using http = await openHttpLab()
  http.lab.app.store.state.close()
  const response = await http.ask('GET', '/api/log')
  const body = await response.json()
  expect([response.status, body.code]).toEqual([500, 'internal'])
  expect(http.log.join()).toContain(body.details.id)
  expect(JSON.stringify(body)).not.toContain('src/')
})

test('the sign of life carries no data', async () => {
  await using http = await openHttpLab()
  const response = await fetch(`${http.server.address}/healthz`)
  expect([response.status, await response.text()]).toEqual([204, ''])
})

test('the token is made for its owner alone', async () => {
  await using http = await openHttpLab()
  const file = path.join(http.lab.home, 'token')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.statSync(http.lab.home).mode & 0o777).toBe(0o700)
  expect(Buffer.from(http.token, 'base64url')).toHaveLength(32)
})

test('an operation that is not mounted here cannot be reached by its name, so no token is a shell', async () => {
  await using http = await openHttpLab()
  const answer = await http.ask('POST', '/api/operations/run.exec', { argv: ['touch', 'made'] })
  expect([answer.status, (await answer.json()).target]).toEqual([404, 'run.exec'])
  expect(http.lab.list('.')).not.toContain('made')
})
