import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conditionHolds } from '../../../src/shared/follow-ups/holds.ts'
import { type HttpLab, openHttpLab } from '../../http.ts'
import type { Lab } from '../../lab.ts'
import { runCli } from '../../support/cli.ts'
import { type PostgresServer, startPostgres } from '../../support/counterparts/postgres.ts'
import { freePort } from '../../support/counterparts/program.ts'
import { addTool } from '../../support/shipped.ts'
import { runToEnd } from '../../support/tools.ts'

let server: PostgresServer
let http: HttpLab

/** One lab for all: the first test begins without the secret, and leaves it set. */
beforeAll(async () => {
  server = await startPostgres()
  await server.admin(sql => sql.unsafe("CREATE ROLE reader LOGIN PASSWORD 'reader'"))
  http = await openHttpLab()
  await addTool(http.lab, 'db-query')
})
afterAll(async () => {
  await http?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

async function ask(lab: Lab, input: Record<string, unknown>) {
  const { status, result } = await runToEnd(lab, 'db-query', input)
  return { status, error: result?.error, data: result?.data as Record<string, unknown> }
}

test('without DATABASE_URL nothing is started: 422; with it an answer, over HTTP and as a person types', async () => {
  const { lab } = http
  const input = { sql: 'SELECT n AS number FROM generate_series(1, 3) n' }
  const refused = await http.ask('POST', '/api/tools/db-query/run', { input })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ missing_secrets: ['DATABASE_URL'] })
  await lab.call('secrets.set', { name: 'DATABASE_URL', value: server.url('reader') })
  await lab.call('secrets.grant', { name: 'DATABASE_URL', tool: 'db-query' })
  const answered = await http.ask('POST', '/api/tools/db-query/run', { input, wait: 300 })
  expect(await answered.json()).toMatchObject({
    ok: true,
    data: { columns: [{ name: 'number', type: 'integer' }], rows: [[1], [2], [3]], row_count: 3, truncated: false },
  })
  const typed = await runCli(lab, ['run', 'db-query', '--sql', input.sql, '--limit', '2', '--json'])
  expect(typed.code).toBe(0)
  expect(typed.stdout).toContain('"truncated"')
  expect((await runCli(lab, ['tool', 'test', 'db-query'])).code).toBe(0)
  const tool = await lab.call('tool.info', { name: 'db-query' })
  const { result } = await runToEnd(lab, 'db-query', input)
  const offered = (tool.result_actions ?? []).filter(({ condition }) => conditionHolds(condition, result))
  expect(offered.map(({ label }) => label)).toEqual(['Create task from result'])
})

test('staging has its own database, and default does not stand in for it', async () => {
  const input = { sql: 'SELECT 1', environment: 'staging' }
  expect(await http.lab.refusal('tool.run', { name: 'db-query', input })).toMatchObject({ code: 'missing_secrets' })
})

test('what is no input is refused before anything runs', async () => {
  for (const input of [{}, { sql: '' }, { sql: 'SELECT 1', limit: 0 }, { sql: 'SELECT 1', limit: 1e9 }, { sql: 1 }])
    expect(await http.lab.refusal('tool.run', { name: 'db-query', input })).toMatchObject({ code: 'usage' })
})

test('a server that is away, silent or none at all is said, with a record, and never the password', async () => {
  const { lab } = http
  const set = (value: string) => lab.call('secrets.set', { name: 'DATABASE_URL', value })
  const once = () => ask(lab, { sql: 'SELECT 1', timeout_seconds: 1 })
  await set(`postgresql://me:hidden@127.0.0.1:${await freePort()}/db`)
  expect(await once()).toMatchObject({ status: 'failed', error: expect.stringMatching(/connection was refused/) })
  await set(`mysql://me:hidden@127.0.0.1:${await freePort()}/db`)
  expect(await once()).toMatchObject({ status: 'failed', error: expect.stringMatching(/connection was refused/) })
  await using garbage = await listen(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(20)))
  await using silent = await listen(() => undefined)
  for (const scheme of ['postgresql', 'mysql']) {
    await set(`${scheme}://me:hidden@127.0.0.1:${garbage.port}/db`)
    const odd = await once()
    expect(odd).toMatchObject({ status: 'failed', error: expect.stringMatching(/\w{3}/) })
    expect(odd.error).not.toContain('hidden')
  }
  for (const scheme of ['postgresql', 'mysql']) {
    await set(`${scheme}://me:hidden@127.0.0.1:${silent.port}/db`)
    expect(await once()).toMatchObject({ status: 'failed', error: expect.stringMatching(/did not answer/) })
  }
})

async function listen(answer: (socket: net.Socket) => void) {
  const listening = net.createServer(socket => {
    socket.on('error', () => undefined)
    answer(socket)
  })
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  return {
    port: (listening.address() as net.AddressInfo).port,
    [Symbol.asyncDispose]: async () => void listening.close(),
  }
}
