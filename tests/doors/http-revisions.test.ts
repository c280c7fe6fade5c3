import { expect, test } from 'vitest'
import { type HttpLab, openHttpLab } from '../http.ts'

const at = '/api/config/project.name'

async function tagOf(http: HttpLab): Promise<string> {
  return (await http.ask('GET', at)).headers.get('etag') ?? ''
}

test('a read carries the revision as its ETag and is not sent again while that holds', async () => {
  await using http = await openHttpLab()
  await http.ask('PUT', at, { value: 'shop' })
  const tag = await tagOf(http)
  expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
  const again = await http.ask('GET', at, undefined, { 'If-None-Match': `"0", W/${tag}` })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
  await http.ask('PUT', at, { value: 'store' })
  expect((await http.ask('GET', at, undefined, { 'If-None-Match': tag })).status).toBe(200)
})

test('If-Match replaces that revision and nothing newer', async () => {
  await using http = await openHttpLab()
  await http.ask('PUT', at, { value: 'shop' })
  const tag = await tagOf(http)
  const [first, second] = await Promise.all(
    ['a', 'b'].map(value => http.ask('PUT', at, { value }, { 'If-Match': tag })),
  )
  expect([first?.status, second?.status].sort()).toEqual([200, 412])
  const loser = first?.status === 412 ? first : second
  expect(await loser?.json()).toMatchObject({ code: 'stale_revision' })
})

test('If-Match where nothing has a revision is refused, not ignored', async () => {
  await using http = await openHttpLab()
  const response = await http.ask('POST', '/api/undo', {}, { 'If-Match': `"${'a'.repeat(64)}"` })
  expect([response.status, (await response.json()).target]).toEqual([400, 'If-Match'])
})

test('If-Match and the body may not disagree, and only one ETag is taken', async () => {
  await using http = await openHttpLab()
  const body = { value: 'x', expected_revision: 'b'.repeat(64) }
  expect((await http.ask('PUT', at, body, { 'If-Match': `"${'a'.repeat(64)}"` })).status).toBe(400)
  for (const header of ['*', 'abc', `W/"${'a'.repeat(64)}"`, `"a", "b"`])
    expect((await http.ask('PUT', at, { value: 'x' }, { 'If-Match': header })).status).toBe(400)
})

test('a path and a body that name different things are refused', async () => {
  await using http = await openHttpLab()
  const response = await http.ask('PUT', at, { key: 'runs.concurrency', value: '3' })
  expect([response.status, (await response.json()).target]).toEqual([400, 'key'])
})
