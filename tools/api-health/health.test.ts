import fc from 'fast-check'
import { expect, test } from 'vitest'
import { schemaCheck, statusCheck } from './checks.ts'
import { driftOf } from './drift.ts'
import { latencyOf } from './latency.ts'
import { describedAnswer } from './openapi.ts'

test('percentiles are times that were measured, in order, between the least and the most', () => {
  expect(latencyOf([])).toBeUndefined()
  expect(latencyOf([30, 10, 20])).toEqual({ min: 10, mean: 20, p50: 20, p90: 30, p95: 30, p99: 30, max: 30 })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1 }), times => {
      const { min = 0, p50 = 0, p90 = 0, p95 = 0, p99 = 0, max = 0 } = latencyOf(times) ?? {}
      const steps = [min, p50, p90, p95, p99, max]
      expect(steps).toEqual([...steps].sort((a, b) => a - b))
      expect(steps.every(step => times.includes(step))).toBe(true)
    }),
  )
})

const ORDER = {
  type: 'object',
  required: ['id', 'state'],
  properties: {
    id: { type: 'integer' },
    state: { enum: ['open', 'paid'] },
    note: { type: 'string', nullable: true },
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
    owner: { allOf: [{ $ref: '#/components/schemas/Person' }, { required: ['mail'] }] },
    pay: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Line' }] },
    meta: { type: 'object', additionalProperties: { type: 'number' } },
  },
}
const DOCUMENT = {
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/orders/{id}': {
      get: {
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
          '4XX': { $ref: '#/components/responses/Wrong' },
        },
      },
    },
    '/orders/latest': { get: { responses: { default: { description: 'nothing' } } } },
  },
  components: {
    schemas: {
      Order: ORDER,
      Line: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
      Person: { type: 'object', properties: { name: { type: 'string' }, mail: { type: 'string' } } },
    },
    responses: { Wrong: { content: { 'application/problem+json': { schema: { type: 'object' } } } } },
  },
}

const kinds = (value: unknown) => driftOf(value, ORDER, DOCUMENT).map(({ kind, path }) => `${kind} ${path}`)

test('an answer as described has no drift', () => {
  const good = {
    id: 1,
    state: 'open',
    note: null,
    lines: [{ sku: 'a' }],
    owner: { mail: 'x' },
    pay: { sku: 'b' },
    meta: { a: 1 },
  }
  expect(kinds(good)).toEqual([])
})

test('what is missing, new, of another type or another value is told by its path, once for a list', () => {
  expect(
    kinds({
      id: '1',
      state: 'gone',
      lines: [{}, {}, { sku: 1 }],
      owner: { name: 1 },
      pay: 1,
      meta: { a: 'x' },
      extra: 1,
    }),
  ).toEqual([
    'type $.id',
    'value $.state',
    'missing $.lines[].sku',
    'type $.lines[].sku',
    'missing $.owner.mail',
    'type $.owner.name',
    'type $.pay',
    'type $.meta.a',
    'extra $.extra',
  ])
  expect(kinds({})).toEqual(['missing $.id', 'missing $.state'])
  expect(kinds([])).toEqual(['type $'])
})

test('any value and a schema that refers to itself come to an end', () => {
  const loop = { $ref: '#/a' }
  const document = {
    a: { type: 'object', properties: { next: { $ref: '#/a' } }, allOf: [{ $ref: '#/b' }] },
    b: { $ref: '#/b' },
  }
  fc.assert(fc.property(fc.jsonValue(), value => Array.isArray(driftOf(value, loop, document))))
})

test('the path, the method and the status are found in the document', () => {
  const ask = (path: string, status = 200, method = 'GET') =>
    describedAnswer(DOCUMENT, { url: new URL(`https://api.example.com${path}`), method, status })
  expect(ask('/v1/orders/7')).toMatchObject({
    schema: { $ref: '#/components/schemas/Order' },
    at: 'GET /orders/{id} 200',
  })
  expect(ask('/orders/7', 404)).toMatchObject({ schema: { type: 'object' }, at: 'GET /orders/{id} 4XX' })
  expect(ask('/v1/orders/latest')).toMatchObject({ at: 'GET /orders/latest default' })
  expect(ask('/v1/orders/7', 500)).toMatchObject({ problem: 'GET /orders/{id} describes no answer 500.' })
  expect(ask('/v1/orders/7', 200, 'PUT')).toMatchObject({ problem: '/orders/{id} has no PUT in the document.' })
  expect(ask('/elsewhere')).toMatchObject({ problem: 'The document describes no path like /elsewhere.' })
})

test('a status, a class of them, or several', () => {
  const tries = [
    { status: 200, duration_ms: 1 },
    { status: 204, duration_ms: 1 },
  ]
  expect(statusCheck(tries, '2xx').ok).toBe(true)
  expect(statusCheck(tries, '200').says).toBe('1 of 2 did not answer 200: 204')
  expect(statusCheck(tries, '200, 204').ok).toBe(true)
  expect(
    schemaCheck({ a: 1 }, { $schema: 'https://json-schema.org/draft-07/schema', type: 'object', required: ['b'] }).says,
  ).toContain("'b'")
  expect(schemaCheck({}, { type: 'nonsense' }).says).toContain('cannot be used')
})
