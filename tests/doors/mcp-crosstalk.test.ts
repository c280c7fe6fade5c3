import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { connectHttp, eras, serveLab } from '../support/mcp.ts'

const CLIENTS = 50
const CALLS = 6

test.each(eras)('fifty clients over HTTP, %s, each with the same ids at once, get their own answers', async era => {
  await using lab = await openLab()
  for (let number = 0; number < CLIENTS; number += 1)
    await lab.call('memory.save', {
      title: `note ${number}`,
      content: `the secret of client ${number}`,
      type: 'learning',
    })
  await using server = await serveLab(lab)
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, number) => connectHttp(lab, server, { era, name: `client ${number}` })),
  )
  const answers = await Promise.all(
    clients.flatMap(({ client }, number) =>
      Array.from({ length: CALLS }, async () => {
        const { structuredContent } = await client.callTool({ name: 'mem_get', arguments: { id: number + 1 } })
        return [number, JSON.stringify(structuredContent)] as const
      }),
    ),
  )
  for (const client of clients) await client[Symbol.asyncDispose]()
  expect(answers).toHaveLength(CLIENTS * CALLS)
  expect(
    answers.filter(([number, text]) => !text.includes(`client ${number}"`) && !text.includes(`client ${number}.`)),
  ).toEqual([])
})

test('the session of another token is not there for whoever learnt its id', async () => {
  await using lab = await openLab()
  await using server = await serveLab(lab)
  const { token: mine } = await lab.call('token.create', { name: 'mine', allow: ['trust'] })
  const { token: theirs } = await lab.call('token.create', { name: 'theirs', allow: ['trust'] })
  const post = (token: string, body: unknown, session?: string) =>
    fetch(`${server.address}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(session !== undefined && { 'Mcp-Session-Id': session }),
      },
      body: JSON.stringify(body),
    })
  const clientInfo = { name: 'x', version: '1' }
  const opened = await post(mine, {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  })
  const session = opened.headers.get('mcp-session-id') ?? ''
  await opened.text()
  expect(session).not.toBe('')
  const ping = { jsonrpc: '2.0', id: 2, method: 'ping' }
  expect((await post(theirs, ping, session)).status).toBe(404)
  expect((await post(mine, ping, session)).status).toBe(200)
})
