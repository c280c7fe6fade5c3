import { Server } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { type McpSession, McpSessions } from './mcp-sessions.ts'

const LIMITS = { sessions: 3, idleMs: 1000 }

test('a session is found by its own caller only', async () => {
  await using desk = openDesk()
  const id = await desk.begin('owner')
  expect(desk.sessions.find(id, 'owner')).toBeDefined()
  expect(desk.sessions.find(id, 'stranger')).toBeUndefined()
  expect(desk.sessions.find('made-up', 'owner')).toBeUndefined()
})

test('a session that nobody uses ends, one that is listened to does not', async () => {
  await using desk = openDesk()
  const [idle, busy] = [await desk.begin('owner'), await desk.begin('owner')]
  occupy(desk.sessions.find(busy, 'owner'))
  desk.now += 1001
  desk.sessions.sweep()
  expect(desk.sessions.find(idle, 'owner')).toBeUndefined()
  expect(desk.sessions.find(busy, 'owner')).toBeDefined()
})

test('being used keeps a session alive', async () => {
  await using desk = openDesk()
  const id = await desk.begin('owner')
  for (let round = 0; round < 5; round += 1) {
    desk.now += 900
    desk.sessions.sweep()
    expect(desk.sessions.find(id, 'owner')).toBeDefined()
  }
})

test('when all places are taken the one that was idle longest makes room', async () => {
  await using desk = openDesk()
  const [first, second] = [await desk.begin('a'), await desk.begin('b')]
  await desk.begin('c')
  desk.now += 1
  desk.sessions.find(first, 'a')
  await desk.begin('d')
  expect(desk.sessions.find(second, 'b')).toBeUndefined()
  expect(desk.sessions.find(first, 'a')).toBeDefined()
  expect(desk.sessions.all).toHaveLength(3)
})

test('when all places are busy a further client is turned away', async () => {
  await using desk = openDesk()
  for (const owner of ['a', 'b', 'c']) occupy(desk.sessions.find(await desk.begin(owner), owner))
  expect(await desk.sessions.start('d', makeServer)).toBeUndefined()
})

interface Desk extends AsyncDisposable {
  now: number
  readonly sessions: McpSessions
  begin(owner: string): Promise<string>
}

function openDesk(): Desk {
  const desk: Desk = {
    now: 0,
    sessions: new McpSessions(() => desk.now, LIMITS),
    async begin(owner) {
      const session = await desk.sessions.start(owner, makeServer)
      const response = await session?.transport.handleRequest(initialize())
      await response?.body?.cancel()
      return response?.headers.get('mcp-session-id') ?? ''
    },
    [Symbol.asyncDispose]: () => desk.sessions.close(),
  }
  return desk
}

function makeServer(): Server {
  return new Server({ name: 'test', version: '1' }, { capabilities: {} })
}

function occupy(session: McpSession | undefined): void {
  if (session === undefined) throw new Error('there is no session')
  session.open += 1
}

const clientInfo = { name: 'test', version: '1' }
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const initialize = () => new Request('http://localhost/mcp', { method: 'POST', headers, body })
