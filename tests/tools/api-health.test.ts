import { expect, test } from 'vitest'
import { conditionHolds } from '../../src/shared/follow-ups/holds.ts'
import { openHttpLab } from '../http.ts'
import { type Lab, openLab } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { nobody, startCounterpart } from '../support/counterparts/server.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd } from '../support/tools.ts'

const OPENAPI = `openapi: 3.0.3
info: { title: Shop, version: 1.2.0 }
paths:
  /orders/{id}:
    get:
      responses:
        '200':
          description: one order
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
components:
  schemas:
    Order:
      type: object
      required: [id, total]
      properties:
        id: { type: integer }
        total: { type: number }
        state: { type: string, enum: [open, paid] }
`

/** A shop that drifts away from its description. */
async function startShop() {
  const shop = { answer: { id: 1, total: 9.5, state: 'open' } as unknown, status: 200 }
  const server = await startCounterpart(({ path, headers }) => {
    if (path === '/openapi.yaml') return { headers: { 'content-type': 'text/yaml' }, body: OPENAPI }
    if (path === '/hang') return 'hang'
    if (path === '/cut') return 'cut'
    if (path === '/key') return { status: headers['x-key'] === 'a secret key of mine' ? 200 : 403, body: {} }
    return { status: shop.status, body: shop.answer }
  })
  return Object.assign(shop, server)
}

async function health(lab: Lab, input: Record<string, unknown>) {
  return (await runToEnd(lab, 'api-health', { tries: 2, ...input })).result as {
    ok: boolean
    error?: string
    data: Record<string, unknown>
  }
}

test('a server that drifts: what is missing, new or of another type is told, and offers to file a bug', async () => {
  await using shop = await startShop()
  await using lab = await openLab()
  await addTool(lab, 'api-health')
  lab.write('openapi.yaml', OPENAPI)
  const ask = { url: `${shop.address}/orders/1`, openapi: 'openapi.yaml' }
  const fine = await health(lab, { ...ask, tries: 5, max_latency_ms: 60_000 })
  expect(fine).toMatchObject({
    ok: true,
    data: {
      healthy: true,
      status: 200,
      drift: [],
      checks: [{ check: 'status' }, { check: 'latency' }, { check: 'openapi' }],
    },
  })
  expect(Object.keys(fine.data['latency'] as object)).toEqual(['min', 'mean', 'p50', 'p90', 'p95', 'p99', 'max'])
  shop.answer = { id: '1', state: 'lost', colour: 'red' }
  const drifted = await health(lab, { ...ask, openapi: `${shop.address}/openapi.yaml` })
  expect(drifted).toMatchObject({ ok: false, data: { healthy: false, failed: 1 } })
  expect(drifted.data['drift']).toEqual([
    { path: '$.total', kind: 'missing', expected: 'to be there', actual: 'nothing' },
    { path: '$.id', kind: 'type', expected: 'integer', actual: 'string' },
    { path: '$.state', kind: 'value', expected: 'one of "open", "paid"', actual: '"lost"' },
    { path: '$.colour', kind: 'extra', expected: 'nothing', actual: 'string' },
  ])
  shop.answer = { id: 1, total: 2, colour: 'red' }
  expect((await health(lab, ask)).ok).toBe(true)
  expect(await health(lab, { ...ask, strict: true })).toMatchObject({ ok: false, data: { drift: [{ kind: 'extra' }] } })
  const { result_actions: actions = [] } = await lab.call('tool.info', { name: 'api-health' })
  const offered = (result: unknown) =>
    actions.filter(({ condition }) => conditionHolds(condition, result)).map(({ label }) => label)
  expect([offered(drifted), offered(fine)]).toEqual([['File a bug'], []])
  expect((await lab.call('tool.sync', {})).problems).toEqual([])
})

test('a wrong status, a schema that does not fit, no JSON, silence and nobody there are each told', async () => {
  await using shop = await startShop()
  await using lab = await openLab()
  await addTool(lab, 'api-health')
  const url = `${shop.address}/orders/1`
  const schema = { type: 'object', required: ['name'] }
  expect((await health(lab, { url, schema })).error).toBe("schema: / must have required property 'name'")
  shop.status = 503
  expect((await health(lab, { url })).error).toBe('status: 2 of 2 did not answer 2xx: 503')
  expect((await health(lab, { url, expected_status: '503' })).ok).toBe(true)
  shop.answer = 'down for repairs'
  expect((await health(lab, { url, expected_status: '5xx', schema })).error).toContain(
    'something that is not JSON: down for',
  )
  const slow = await health(lab, { url: `${shop.address}/hang`, timeout_seconds: 0.5, tries: 1 })
  expect(slow.error).toContain('did not answer within 0.5 s')
  expect((await health(lab, { url: `${shop.address}/cut` })).error).toContain('the connection was cut')
  expect((await health(lab, { url: await nobody() })).error).toContain('nothing listens there')
  lab.write('broken.yaml', 'a: [')
  expect((await health(lab, { url, openapi: 'broken.yaml' })).error).toContain('neither JSON nor YAML')
  expect((await health(lab, { url, openapi: '../other.yaml' })).error).toContain('There is no ../other.yaml')
  const { interactions } = await lab.call('tool.interactions', { name: 'api-health' })
  expect(interactions).toHaveLength(9)
})

test('headers with a key are sent and kept nowhere; over HTTP and as a person types it', async () => {
  await using shop = await startShop()
  await using http = await openHttpLab()
  const { lab } = http
  await addTool(lab, 'api-health')
  const input = { url: `${shop.address}/key`, tries: 1, headers: { 'x-key': 'a secret key of mine' } }
  const answer = await http.ask('POST', '/api/tools/api-health/run', { input, wait: 300 })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ ok: true, data: { healthy: true } })
  const { interactions } = await lab.call('tool.interactions', { name: 'api-health' })
  expect(interactions[0]?.input).toEqual(expect.not.objectContaining({ headers: expect.anything() }))
  expect(JSON.stringify(interactions)).not.toContain('a secret key of mine')
  const wrong = await http.ask('POST', '/api/tools/api-health/run', { input: { url: 'ftp://x' } })
  expect(wrong.status).toBe(400)
  const typed = await runCli(lab, ['run', 'api-health', '--url', `${shop.address}/orders/1`, '--tries', '1'])
  expect(typed).toMatchObject({ code: 0 })
  expect(typed.stdout).toContain('"healthy": true')
  expect((await runCli(lab, ['tool', 'test', 'api-health'])).code).toBe(0)
})
