import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { bin, type Lab, openLab, person } from '../lab.ts'
import { connectHttp, eras, serveLab } from '../support/mcp.ts'
import { cachedPackage } from '../support/packages.ts'

const run = promisify(execFile)
const CLIENTS = 50
const CALLS = 10

describe.each(eras)('many clients of %s at once', era => {
  test('each gets the answers to its own calls, though all use the same ids', async () => {
    await using lab = await openLab()
    await using server = await serveLab(lab)
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, (_, number) => connectHttp(lab, server, { era, name: `client ${number}` })),
    )
    const asked = clients.flatMap(({ client }, number) =>
      Array.from({ length: CALLS }, async (_, round) => {
        const name = `of-${number}-${round}`
        const { structuredContent } = await client.callTool({ name: 'sdd_guide', arguments: { name } })
        return [name, (structuredContent as { error: { target: string } }).error.target]
      }),
    )
    const answers = await Promise.all(asked)
    await Promise.all(clients.map(client => client[Symbol.asyncDispose]()))
    expect(answers).toHaveLength(CLIENTS * CALLS)
    expect(answers.filter(([mine, theirs]) => mine !== theirs)).toEqual([])
  })
})

describe('a session of 2025-11-25', () => {
  test('is not there for anybody else, whatever they ask of it', async () => {
    await using lab = await openLab()
    await using server = await serveLab(lab)
    const own = serverToken(lab.app.home)
    const { token: other } = await lab.call('token.create', { name: 'other', allow: ['trust'] }, person)
    const session = await begin(server.address, own)
    const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
    const statuses = async (token: string) => [
      (await ask(server.address, token, { session, body: list })).status,
      (await ask(server.address, token, { session, method: 'GET' })).status,
    ]
    expect(await statuses(other)).toEqual([404, 404])
    expect((await ask(server.address, other, { session, method: 'DELETE' })).status).toBe(404)
    expect(await statuses(own)).toEqual([200, 200])
    expect((await ask(server.address, own, { session: 'made-up', body: list })).status).toBe(404)
  })

  test('ends when its client says so', async () => {
    await using lab = await openLab()
    await using server = await serveLab(lab)
    const token = serverToken(lab.app.home)
    const session = await begin(server.address, token)
    expect((await ask(server.address, token, { session, method: 'DELETE' })).status).toBe(200)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
    expect((await ask(server.address, token, { session, body })).status).toBe(404)
  })

  test('an id that is being answered cannot be used a second time', async () => {
    await using lab = await openLab()
    lab.write('.sdlc/config.yaml', 'gates:\n  - name: slow\n    command: sleep 60\n')
    await lab.call('trust.status', {}, person)
    await lab.call('trust.grant', {}, person)
    await using server = await serveLab(lab)
    const token = serverToken(lab.app.home)
    const session = await begin(server.address, token)
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'gate_slow', arguments: {} } }
    const first = await ask(server.address, token, { session, body: JSON.stringify(call) })
    const list = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' })
    const second = await ask(server.address, token, { session, body: list })
    expect(second.status).toBe(400)
    expect(await second.json()).toMatchObject({ id: null, error: { code: -32600 } })
    await first.body?.cancel()
    const { runs } = await lab.call('run.list', {})
    for (const { id } of runs) await lab.call('run.cancel', { id }, person)
  })
})

test('without a token, with a wrong one or with a cookie there is no MCP', async () => {
  await using lab = await openLab()
  await using server = await serveLab(lab)
  for (const headers of [{}, { Authorization: `Bearer ${'x'.repeat(43)}` }, { Cookie: 'furrow=1' }]) {
    const response = await fetch(`${server.address}/mcp`, { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(401)
  }
})

describe('the inspector’s command line', () => {
  test('lists the tools', async () => {
    await using lab = await openLab()
    const { tools } = (await inspect(lab, ['--method', 'tools/list'])) as { tools: { name: string }[] }
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['furrow_status', 'sdd_guide']))
  })

  test('calls a tool', async () => {
    await using lab = await openLab()
    const flags = ['--method', 'tools/call', '--tool-name', 'sdd_guide', '--tool-arg', 'name=working-with-furrow']
    const same = await lab.call('guide.show', { name: 'working-with-furrow' })
    expect(await inspect(lab, flags)).toMatchObject({ structuredContent: same })
  })
})

async function inspect(lab: Lab, flags: readonly string[]): Promise<unknown> {
  const folder = await cachedPackage('@modelcontextprotocol/inspector', '0.15.0')
  const command = [path.join(folder, 'cli/build/cli.js'), '--cli', process.execPath, bin, 'mcp', ...flags]
  const { stdout } = await run(process.execPath, command, { cwd: lab.root, env: lab.env })
  return JSON.parse(stdout)
}

interface Asking {
  readonly session?: string
  readonly method?: string
  readonly body?: string
}

function ask(address: string, token: string, { session, method = 'POST', body }: Asking): Promise<Response> {
  return fetch(`${address}/mcp`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'Mcp-Session-Id': session }),
    },
    ...(body !== undefined && { body }),
  })
}

async function begin(address: string, token: string): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const response = await ask(address, token, { body })
  await response.text()
  return response.headers.get('mcp-session-id') ?? ''
}
