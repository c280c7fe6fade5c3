import { expect, test } from 'vitest'
import { serverAddress } from '../../src/workspace/server.ts'
import { openLab } from '../lab.ts'
import { connectHttp, connectStdio } from '../support/mcp.ts'
import { type Served, serveBuilt } from '../support/serve.ts'

const wish = { key: 'runs.concurrency', value: '2' }

interface Refusal {
  readonly code: string
  readonly details: { readonly request: string; readonly address: string }
}

async function confirm(served: Served, id: string): Promise<Response> {
  return fetch(`${served.address}/api/requests/${id}/confirm`, {
    method: 'POST',
    headers: { ...(await served.signIn()), 'Content-Type': 'application/json' },
    body: '{}',
  })
}

async function concurrencyOf(served: Served): Promise<unknown> {
  const headers = { Authorization: `Bearer ${served.token}` }
  const response = await fetch(`${served.address}/api/config/runs.concurrency`, { headers })
  return ((await response.json()) as { value: unknown }).value
}

test('an agent over HTTP asks, gets the address of a page, and a person’s yes there does it, once', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const asked = await fetch(`${served.address}/api/person/config/${wish.key}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${served.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ value: wish.value }),
  })
  const refusal = (await asked.json()) as Refusal
  expect([asked.status, refusal.code]).toEqual([403, 'needs_person'])
  expect(refusal.details.address).toBe(`${served.address}/confirm/${refusal.details.request}`)
  const page = await fetch(refusal.details.address, { headers: { Accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(await concurrencyOf(served)).not.toBe(2)
  const answers = await Promise.all([1, 2, 3].map(() => confirm(served, refusal.details.request)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await concurrencyOf(served)).toBe(2)
})

test('an agent’s own token cannot say yes', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  const { details } = await lab.refusal('config.set_person', wish, { kind: 'agent', id: 'a', door: 'http' })
  const response = await fetch(`${served.address}/api/requests/${details?.['request']}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${served.token}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect([response.status, ((await response.json()) as Refusal).code]).toEqual([403, 'needs_person'])
  expect(await lab.call('request.show', { id: String(details?.['request']) })).toMatchObject({ status: 'pending' })
})

test('a wish from a stdio agent appears in the page of another process as it is made', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const before = await mcp.client.callTool({ name: 'furrow_requests', arguments: { action: 'list' } })
  expect(before.structuredContent).toEqual({ requests: [] })
  await lab.refusal('config.set_person', wish, { kind: 'agent', id: 'a', door: 'mcp' })
  const headers = { Authorization: `Bearer ${served.token}` }
  const status = (await (await fetch(`${served.address}/api/status`, { headers })).json()) as { needs: unknown[] }
  expect(status.needs).toEqual([
    expect.objectContaining({ kind: 'request', href: expect.stringMatching(/^\/confirm\//) }),
  ])
})

test('MCP over HTTP and stdio see the same requests', async () => {
  await using lab = await openLab()
  await using served = await serveBuilt(lab)
  await lab.refusal('config.set_person', wish, { kind: 'agent', id: 'a', door: 'mcp' })
  await using stdio = await connectStdio(lab, { era: '2026-07-28' })
  await using http = await connectHttp(lab, served as never, { era: '2026-07-28', token: served.token })
  const ask = { name: 'furrow_requests', arguments: { action: 'list' } }
  const [one, two] = [await stdio.client.callTool(ask), await http.client.callTool(ask)]
  expect(one.structuredContent).toEqual(two.structuredContent)
  expect((one.structuredContent as { requests: unknown[] }).requests).toHaveLength(1)
})

test('without a server the refusal names the command, and nothing starts to listen', async () => {
  await using lab = await openLab()
  const { fix, details } = await lab.refusal('config.set_person', wish, { kind: 'agent', id: 'a', door: 'cli' })
  expect(fix).toBe('furrow config set-person runs.concurrency 2')
  expect(details).not.toHaveProperty('address')
  expect(serverAddress(lab.app.store)).toBeUndefined()
})
