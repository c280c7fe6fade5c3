import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startDescribed } from '../support/counterparts/described.ts'
import { callOf, type Description, readDescription, replyProblems } from '../support/counterparts/description.ts'
import { answerOf } from '../support/counterparts/sample.ts'
import type { Reply } from '../support/counterparts/server.ts'

const PROVIDERS = readdirSync(path.join(import.meta.dirname, '../support/counterparts/api'))
  .filter(name => name.endsWith('.json'))
  .map(name => name.replace('.json', ''))

test('every description names its source, its version and its licence', () => {
  for (const provider of PROVIDERS)
    expect(readDescription(provider), provider).toMatchObject({
      source: {
        published: expect.any(String),
        version: expect.any(String),
        repository: expect.any(String),
        path: expect.any(String),
        licence: expect.any(String),
      },
    })
})

test.each(PROVIDERS)('the smallest answers that %s describes fit its own description', provider => {
  const description: Description = readDescription(provider)
  for (const [place, operations] of Object.entries(description.paths))
    for (const method of Object.keys(operations)) {
      const asked = {
        method,
        path: `${description.base[0]}${place}`,
        query: new URLSearchParams(),
        headers: {},
        text: '',
      }
      const call = callOf(description, asked)
      expect(call?.operation.operationId).toBeDefined()
      if (call === undefined) continue
      for (const [status, { content }] of Object.entries(call.operation.responses))
        if (content?.['application/json'] !== undefined && /^\d+$/.test(status))
          expect(replyProblems(call, { status: Number(status), body: answerOf(call, Number(status)) })).toEqual([])
    }
})

/** What a stand-in says when it is closed after one request, answered in one way. */
async function closing(address: string, request: RequestInit, answer: Reply): Promise<string> {
  const server = await startDescribed({ providers: ['render'], answer: () => answer })
  await fetch(`${server.address}${address}`, request)
  return server[Symbol.asyncDispose]().then(
    () => 'nothing',
    (error: Error) => error.message,
  )
}

const authorization = 'Bearer rnd_0123456789'
const json = { authorization, 'content-type': 'application/json' }
const DEPLOYS = '/v1/services/srv-1/deploys'
const deploy = { status: 201, body: { id: 'dep-1', status: 'created' } }
const post = (body: unknown, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

test('a request and an answer that fit are taken without a word', async () => {
  expect(await closing(DEPLOYS, post({ clearCache: 'clear' }), deploy)).toBe('nothing')
  expect(await closing(`${DEPLOYS}?limit=20`, { headers: { authorization } }, { body: [] })).toBe('nothing')
})

test.each<[string, string, RequestInit, string]>([
  ['a path that is not described', '/v1/servers', {}, 'GET /v1/servers is described nowhere'],
  ['a method that is not described', DEPLOYS, { method: 'DELETE' }, 'DELETE /v1/services/srv-1/deploys is described'],
  ['no key', DEPLOYS, post({}, { 'content-type': 'application/json' }), "required property 'authorization'"],
  [
    'a wrong word before the key',
    DEPLOYS,
    post({}, { ...json, authorization: 'Token x' }),
    'header/authorization must',
  ],
  ['an unknown field', DEPLOYS, post({ commit: 'a' }), 'body must NOT have additional properties commit'],
  ['a value of another type', DEPLOYS, post({ commitId: 1 }), 'body/commitId must be string'],
  ['a value outside a list', DEPLOYS, post({ clearCache: 'yes' }), 'body/clearCache must be equal to one of'],
  ['a body that is not JSON', DEPLOYS, post('{"commitId":'), 'the body is not JSON'],
  ['a body said to be something else', DEPLOYS, post('a=b', { ...json, 'content-type': 'text/plain' }), '"text/plain"'],
  ['no body where one is needed', DEPLOYS, { method: 'POST', headers: json }, 'the body is missing'],
  ['a field that is needed', '/v1/services/srv-1/rollback', post({}), "required property 'deployId'"],
])('a request with %s fails the test that made it', async (_, address, request, complaint) => {
  expect(await closing(address, request, deploy)).toContain(complaint)
})

test.each<[string, string, string]>([
  ['an unknown parameter', '?page=2', 'query must NOT have additional properties page'],
  ['a number that is none', '?limit=many', 'query/limit must be integer'],
  ['a number that is too large', '?limit=1000', 'query/limit must be <= 100'],
  ['a time that is none', '?createdAfter=yesterday', 'query/createdAfter must match format "date-time"'],
])('a query with %s fails the test that made it', async (_, query, complaint) => {
  expect(await closing(`${DEPLOYS}${query}`, { headers: { authorization } }, { body: [] })).toContain(complaint)
})

test.each<[string, Reply, string]>([
  ['a status that is not described', { status: 418, body: {} }, 'answer 418: no such status is described'],
  ['another type', { status: 201, body: { id: 7 } }, 'answer 201: body/id must be string'],
  ['a field too many', { status: 201, body: { id: 'x', colour: 'red' } }, 'additional properties colour'],
  ['a field too few', { status: 201, body: {} }, "required property 'id'"],
  ['a body where there is none', { status: 202, body: { id: 'x' } }, 'answer 202: it has no body'],
  ['text', { status: 201, headers: { 'content-type': 'text/html' }, body: 'x' }, 'text/html is not described'],
])('an answer with %s fails the test of the stand-in', async (_, answer, complaint) => {
  expect(await closing(DEPLOYS, post({}), answer)).toContain(complaint)
})
