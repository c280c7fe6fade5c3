import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { type HttpLab, openHttpLab, sendRaw } from '../http.ts'
import { bin, openLab } from '../lab.ts'

/** What a page of another site can send without asking first. */
const SIMPLE = [
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  'application/json-',
  'application/json;text/plain',
  'application/json\u000b',
]

/** Everything that a forged request could have changed. */
function stateOf({ lab }: HttpLab): unknown {
  const { store } = lab.app
  return {
    events: store.events.last(),
    operations: store.log({ limit: 500 }).length,
    requests: store.state.prepare('SELECT count(*) AS n FROM requests').get(),
    files: execFileSync('find', [lab.root, '-type', 'f', '-not', '-path', '*/.git/*']).toString(),
    // What only makes a later look quicker is no change.
    tokens: execFileSync('find', [
      lab.home,
      '-name',
      '*.json',
      ...not('sessions'),
      ...not('caches'),
      ...not('git'),
    ]).toString(),
  }
}

const not = (folder: string) => ['-not', '-path', `*/${folder}/*`]
const writing = ({ server }: HttpLab) => server.routes.filter(({ method }) => !['GET', 'ALL'].includes(method))
const targetOf = (path: string) => path.replace(/:\w+/g, 'project.name')

test('a body of any type that a form or beacon can send is refused before it is read', async () => {
  await using http = await openHttpLab()
  const { headers } = await http.signIn()
  const before = stateOf(http)
  for (const { method, path } of writing(http))
    for (const type of [...SIMPLE, undefined]) {
      const [answer] = await sendRaw(http.server.port, [
        [
          `${method} ${targetOf(path)} HTTP/1.1`,
          `Host: 127.0.0.1:${http.server.port}`,
          `Cookie: ${headers['Cookie']}`,
          `X-Furrow-Session: ${headers['X-Furrow-Session']}`,
          ...(type === undefined ? [] : [`Content-Type: ${type}`]),
          'Content-Length: 28',
          '',
          '{"value":"forged","code":"x"}'.slice(0, 28),
        ].join('\r\n'),
      ])
      const refused = path === '/mcp' || path === '/api/sign-in/codes' ? 401 : 415
      const expected = type?.includes('\u000b') ? 400 : refused
      expect([method, path, type, answer?.status]).toEqual([method, path, type, expected])
    }
  expect(stateOf(http)).toEqual(before)
})

test('the cookie alone, which is all that a browser would attach, changes nothing', async () => {
  await using http = await openHttpLab()
  const { cookie } = await http.signIn()
  const before = stateOf(http)
  for (const { method, path, policy } of writing(http)) {
    if (policy === 'open') continue
    const response = await fetch(`${http.server.address}${targetOf(path)}`, {
      method,
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      body: '{"value":"forged"}',
    })
    expect([path, response.status]).toEqual([path, 401])
  }
  expect(stateOf(http)).toEqual(before)
})

test('no GET changes anything', async () => {
  await using http = await openHttpLab()
  const { headers } = await http.signIn()
  const before = stateOf(http)
  for (const { method, path } of http.server.routes) {
    if (method !== 'GET' || path === '/api/events' || path === '/mcp') continue
    const response = await fetch(`${http.server.address}${targetOf(path)}`, { headers })
    expect(response.status).toBeLessThan(500)
    await response.body?.cancel()
  }
  expect(stateOf(http)).toEqual(before)
})

const POLLUTING = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"key":{"__proto__":{"polluted":1}},"value":"x"}',
  '{"value":{"constructor":{"prototype":{"polluted":1}}}}',
  '{"\\u005f_proto__":{"polluted":1}}',
  '[{"__proto__":{"polluted":1}}]',
]

test('no body and no query reaches a prototype', async () => {
  await using http = await openHttpLab()
  const before = Object.getOwnPropertyNames(Object.prototype)
  for (const { name } of http.lab.app.manifest.operations.filter(entry => entry.http !== undefined))
    for (const body of POLLUTING) {
      const polluting = await fetch(`${http.server.address}/api/operations/${name}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${http.token}`, 'Content-Type': 'application/json' },
        body,
      })
      expect([name, body, polluting.status]).toEqual([name, body, 400])
    }
  for (const query of ['__proto__=1', '__proto__[polluted]=1', 'constructor[prototype][polluted]=1', 'constructor=1'])
    expect((await http.ask('GET', `/api/log?${query}`)).status).toBe(400)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('the built server needs no prototype to be reachable', async () => {
  await using lab = await openLab()
  const child = spawn(process.execPath, ['--disable-proto=throw', bin, 'serve', '--port', '0', '--quiet'], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const over = once(child, 'exit')
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said.toString())?.[0]
  const headers = { Authorization: `Bearer ${serverToken(lab.app.home)}`, 'Content-Type': 'application/json' }
  const call = (name: string, body: string) =>
    fetch(`${address}/api/operations/${name}`, { method: 'POST', headers, body })
  const set = await call('config.set', '{"key":"project.name","value":"shop"}')
  const polluting = await call('config.set', '{"__proto__":{"polluted":1}}')
  child.kill('SIGTERM')
  const [code] = (await over) as [number]
  expect([set.status, polluting.status, code]).toEqual([200, 400, 0])
})
