import { expect, test } from 'vitest'
import { judgeRequest } from '../../src/doors/http/admit/gate.ts'
import { figure } from '../faults/figures.ts'
import { type HttpLab, openHttpLab, type RawAnswer, sendRaw } from '../http.ts'
import { type Cell, cells, expected, HOSTS, headOf, ORIGINS, pairs, SITES } from './matrix.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Fewer than the server lets one connection leave unanswered. */
const BATCH = 80

/** Every way in, with parameters filled in. */
function targetsOf({ server, lab }: HttpLab): { method: string; target: string; asked: Cell[] }[] {
  const operations = new Set(lab.app.manifest.operations.map(({ http }) => `${http?.method} ${http?.path}`))
  const routes = server.routes.map(({ method, path }) => ({
    // Operations share one way through the door: what differs between them is tried in pairs.
    asked: operations.has(`${method} ${path}`) ? pairs() : cells(),
    method: method === 'ALL' ? 'POST' : method,
    target: path.replace(/:\w+/g, 'x').replace(/^\*$/, '/some/page').replace('*', 'nothing'),
  }))
  return [...routes, { method: 'GET', target: '/', asked: cells() }]
}

/** Sends one request for each cell; a hostile one carries a valid token, so that only the gate can stop it. */
async function ask(http: HttpLab, { method, target }: { method: string; target: string }, asked: readonly Cell[]) {
  const { port } = http.server
  const requests = asked.map(cell => {
    const hostile = expected(cell, method) !== undefined
    const head = [
      ...headOf(cell, { method, target, port }),
      'Accept: text/html',
      ...(hostile ? [`Authorization: Bearer ${http.token}`, 'Content-Type: application/json'] : []),
      'Content-Length: 0',
    ]
    return `${head.join('\r\n')}\r\n\r\n`
  })
  const answers: RawAnswer[] = []
  for (let at = 0; at < requests.length; at += BATCH)
    answers.push(...(await sendRaw(port, requests.slice(at, at + BATCH))))
  return answers
}

/** What is wrong with an answer, if anything. */
function fault(cell: Cell, method: string, answer: RawAnswer | undefined): string | undefined {
  const wanted = expected(cell, method)
  const at = `${method} Host: ${cell.host.what}, Origin: ${cell.origin.what}, Sec-Fetch-Site: ${cell.site.what}`
  if (answer === undefined) return `${at}: no answer`
  if (Object.keys(answer.headers).some(name => name.startsWith('access-control-'))) return `${at}: a CORS header`
  if (wanted === undefined)
    return answer.status === 421 || answer.status === 403 || answer.status >= 500
      ? `${at}: ${answer.status}`
      : undefined
  return answer.status === wanted && answer.body.length === 0 ? undefined : `${at}: ${answer.status}, not ${wanted}`
}

test('the tables are as large as they should be', () => {
  expect([HOSTS.length, ORIGINS.length, SITES.length]).toEqual([28, 16, 5])
  const siteWith = (key: 'host' | 'origin') => new Set(pairs().map(cell => `${cell[key].what} ${cell.site.what}`)).size
  expect([pairs().length, siteWith('host'), siteWith('origin')]).toEqual([28 * 16, 28 * 5, 16 * 5])
  expect(cells().filter(cell => expected(cell, 'GET') === undefined)).toHaveLength(2 * 2 * 3)
})

test('the gate decides every cell as tabled, for every method', () => {
  const port = 4747
  const faults = METHODS.flatMap(method =>
    cells().flatMap(cell => {
      const [line = '', ...lines] = headOf(cell, { method, target: '/x', port })
      const rawHeaders = lines.flatMap(header => [
        header.slice(0, header.indexOf(':')),
        header.slice(header.indexOf(':') + 2),
      ])
      const verdict = judgeRequest({ method, target: line.split(' ')[1] ?? '', rawHeaders }, port)
      const status = verdict.pass ? undefined : verdict.status
      return status === expected(cell, method) ? [] : [`${method} ${JSON.stringify(cell)}: ${status}`]
    }),
  )
  expect(faults).toEqual([])
})

test('over the wire every route answers every cell as tabled, and hostile ones change nothing', async () => {
  await using http = await openHttpLab()
  const { store } = http.lab.app
  const before = { events: store.events.last(), log: store.log({ limit: 10 }).length }
  const faults: string[] = []
  let asked = 0
  for (const route of targetsOf(http)) {
    const answers = await ask(http, route, route.asked)
    asked += answers.length
    faults.push(
      ...route.asked.flatMap((cell, index) => {
        const found = fault(cell, route.method, answers[index])
        return found === undefined ? [] : [`${route.target} ${found}`]
      }),
    )
  }
  expect(faults.slice(0, 20)).toEqual([])
  figure('X1', `${asked} requests over ${targetsOf(http).length} routes`, `${faults.length} not as tabled`)
  expect(asked).toBe(targetsOf(http).reduce((sum, route) => sum + route.asked.length, 0))
  expect({ events: store.events.last(), log: store.log({ limit: 10 }).length }).toEqual(before)
})

test('no method gets around the gate', async () => {
  await using http = await openHttpLab()
  const faults: string[] = []
  for (const target of ['/', '/api/status', '/api/events', '/mcp'])
    for (const method of METHODS) {
      const all = cells().filter(({ site }) => site.what !== 'same-site')
      const answers = await ask(http, { method, target }, all)
      faults.push(...all.flatMap((cell, index) => fault(cell, method, answers[index]) ?? []))
    }
  expect(faults.slice(0, 20)).toEqual([])
})
