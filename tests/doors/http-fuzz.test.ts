import { expect, test } from 'vitest'
import { policies } from '../../src/doors/http/admit/policy.ts'
import type { Route } from '../../src/doors/http/routes/routes.ts'
import { type HttpLab, openHttpLab, type RawAnswer, sendRaw } from '../http.ts'
import { documented } from './documented.ts'

const JSON_TYPE = 'Content-Type: application/json'
const WORKING_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const BIG = 1024 * 1024 + 1

/** One odd request, made for a route. */
interface Oddity {
  readonly what: string
  readonly method?: string
  readonly lines?: readonly string[]
  readonly target?: (target: string) => string
  /** Sent as it is after the head; `Content-Length` is added unless a line says how it is framed. */
  readonly body?: string | Buffer
}

const withBody = (what: string, body: string | Buffer): Oddity => ({ what, lines: [JSON_TYPE], body })
const typed = (type: string): Oddity => ({ what: `type ${type}`, lines: [`Content-Type: ${type}`], body: '{}' })
const framed = (what: string, lines: readonly string[], body: string): Oddity => ({
  what,
  lines: [JSON_TYPE, ...lines],
  body,
})

const ODDITIES: readonly Oddity[] = [
  ...WORKING_METHODS.map(method => ({ what: `method ${method}`, method, lines: [JSON_TYPE], body: '{}' })),
  { what: 'no body and no type' },
  { what: 'no type', body: '{}' },
  ...[
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'application/json;charset=latin1',
    'application/json; charset=utf-8; x=y',
    'application/json;',
    'application/ json',
    'application/vnd.api+json',
    'APPLICATION/JSON',
    'application/json; charset="UTF-8"',
  ].map(typed),
  withBody('half a body', '{"a":'),
  withBody('a text', '"a"'),
  withBody('a number', '1e999'),
  withBody('nothing', 'null'),
  withBody('a list', '[]'),
  withBody('no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  withBody('a byte order mark', '\ufeff{}'),
  withBody('a NUL', '{"a":"\0"}'),
  withBody('depth', `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  withBody('deep objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`),
  withBody('a repeated key', '{"a":1,"a":2}'),
  withBody('prototypes', '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'),
  withBody('every key', JSON.stringify({ id: 1, name: [], key: {}, value: null, path: true, limit: 'x' })),
  withBody('too much', Buffer.alloc(BIG, 0x20)),
  framed('a length that lies', [`Content-Length: ${BIG}`], '{}'),
  framed('two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{}'),
  framed('a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  framed('a chunk size that is none', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  framed('a chunk longer than it says', ['Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'),
  framed('chunks', ['Transfer-Encoding: chunked'], '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'),
  framed('a coding that is none', ['Transfer-Encoding: gzip'], '{}'),
  { what: 'a header of 64 KiB', lines: [`X-Long: ${'x'.repeat(64 * 1024)}`] },
  { what: 'a thousand headers', lines: Array.from({ length: 1000 }, (_, index) => `X-${index}: y`) },
  { what: 'a header without a name', lines: [': x'] },
  { what: 'an expectation', lines: [JSON_TYPE, 'Expect: miracles'], body: '{}' },
  { what: '100-continue', lines: [JSON_TYPE, 'Expect: 100-continue'], body: '{}' },
  { what: 'an upgrade', lines: ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'] },
  { what: 'If-Match', lines: [JSON_TYPE, 'If-Match: "x"'], body: '{}' },
  { what: 'Idempotency-Key', lines: [JSON_TYPE, 'Idempotency-Key: ../x'], body: '{}' },
  { what: 'Last-Event-ID', lines: ['Last-Event-ID: 99999999999999999999'] },
  { what: 'a query', target: target => `${target}?a=1&a=2&__proto__=3&%zz=%ff`, lines: [JSON_TYPE], body: '{}' },
  { what: 'a broken escape', target: target => `${target}/%zz` },
  { what: 'a long address', target: target => `${target}/${'x'.repeat(8000)}` },
  { what: 'a fragment', target: target => `${target}#x` },
  { what: 'a slash more', target: target => `${target}/` },
  { what: 'capitals', target: target => target.toUpperCase() },
]

const targetOf = (path: string) => path.replace(/:\w+/g, 'x').replace(/^\*$/, '/some/page').replace('*', 'nothing')

async function authorized(http: HttpLab, { policy }: Route): Promise<string[]> {
  if (policies[policy].scopes.length === 0) return []
  if (policy !== 'session') return [`Authorization: Bearer ${http.token}`]
  const { cookie, header } = await http.signIn()
  return [`Cookie: ${cookie}`, `X-Furrow-Session: ${header}`]
}

async function ask(
  http: HttpLab,
  route: Route,
  odd: Oddity,
): Promise<{ method: string; answer: RawAnswer | undefined }> {
  const method = odd.method ?? (route.method === 'ALL' ? 'POST' : route.method)
  const target = odd.target?.(targetOf(route.path)) ?? targetOf(route.path)
  const body = Buffer.from(odd.body ?? '')
  const lines = odd.lines ?? []
  const isFramed = lines.some(line => /^(?:Content-Length|Transfer-Encoding):/.test(line))
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${http.server.port}`,
    ...(await authorized(http, route)),
    ...lines,
    ...(isFramed || body.length === 0 ? [] : [`Content-Length: ${body.length}`]),
  ]
  const [answer] = await sendRaw(
    http.server.port,
    [Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])],
    1,
  )
  return { method, answer }
}

/** What no request may ever get: no answer, an undocumented status, a mistake, an error without the error shape. */
function fault(listed: Set<number> | undefined, answer: RawAnswer | undefined, isPage: boolean): string | undefined {
  if (answer === undefined) return 'no answer'
  const { status, headers, body } = answer
  if (status === 500) return `500 ${body.toString()}`
  const allowed = listed ?? new Set([400, 401, 404, 405, 408, 413, 415, 431, ...(isPage ? [200] : [])])
  if (!allowed.has(status) && ![400, 404, 405, 408, 431].includes(status)) return `${status} is not documented`
  if (status < 400 || headers['content-type'] === 'application/json') return undefined
  const problem = JSON.parse(body.toString() || '{}') as Record<string, unknown>
  const hasShape = headers['content-type'] === 'application/problem+json' && problem['status'] === status
  return hasShape && typeof problem['code'] === 'string' ? undefined : `${status} without a problem: ${body.toString()}`
}

test('whatever is sent to whatever route is answered with a documented status and never with a mistake', async () => {
  await using http = await openHttpLab()
  const listed = documented(http)
  const faults: string[] = []
  const seen = new Map<number, number>()
  for (const route of http.server.routes.filter(({ path }) => path !== '/api/events'))
    for (const odd of ODDITIES) {
      const { method, answer } = await ask(http, route, odd)
      seen.set(answer?.status ?? 0, (seen.get(answer?.status ?? 0) ?? 0) + 1)
      const isPage = !route.path.startsWith('/api') && route.path !== '/mcp'
      const found = fault(odd.target === undefined ? listed(route, method) : undefined, answer, isPage)
      if (found !== undefined) faults.push(`${method} ${route.path}, ${odd.what}: ${found.slice(0, 300)}`)
    }
  expect(faults.slice(0, 25)).toEqual([])
  expect(http.log).toEqual([])
  expect([...seen.keys()]).toEqual(expect.arrayContaining([400, 404, 405, 413, 415, 431]))
})
