import { expect, test } from 'vitest'
import { SCHEMA_FIELDS, SCHEMA_FIELDS_RUN } from '../fixtures/tools/schema-fields.ts'
import { openHttpLab } from '../http.ts'
import { openLab } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { connectStdio, eras } from '../support/mcp.ts'
import { trustedTool } from '../support/tools.ts'

const PASSWORD = 'correct-horse-battery'

test('the command line has flags for the parts of objects, lists and choices, and takes their secrets from stdin only', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'form', SCHEMA_FIELDS, SCHEMA_FIELDS_RUN)
  const given = ['run', 'form', '--title', 'T', '--server.host', 'h', '--server.port', '8080', '--level', '2']
  const lists = ['--tags', 'a', '--tags', 'b', '--parts', 'web,worker', '--mirrors', '{"host":"m"}']
  const ran = await runCli(lab, [...given, ...lists, '--target', '{"path":"x"}', '--server.password', '-', '--json'], {
    input: `${PASSWORD}\n`,
  })
  expect(JSON.parse(ran.stdout).data).toEqual({
    title: 'T',
    count: 3,
    level: 2,
    tags: ['a', 'b'],
    parts: ['web', 'worker'],
    server: { host: 'h', port: 8080, password: PASSWORD.length },
    mirrors: [{ host: 'm', port: 80 }],
    target: { path: 'x' },
    revision: 1,
  })
  const word = await runCli(lab, [...given, '--server.password', PASSWORD])
  expect([word.code, word.stderr]).toEqual([2, expect.stringContaining('seen by others')])
  const { interactions } = await lab.call('tool.interactions', { name: 'form' })
  expect(interactions.map(({ input }) => input?.['server'])).toEqual([{ host: 'h', port: 8080 }])
  const wrong = await runCli(lab, ['run', 'form', '--title', 'T', '--server.host', 'h', '--server.port', 'x'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--server.port')])
  const lacking = await runCli(lab, ['run', 'form', '--title', 'T', '--json'])
  expect([lacking.code, lacking.stderr + lacking.stdout]).toEqual([2, expect.stringContaining('needs --server.host')])
  const { stdout: help } = await runCli(lab, ['run', 'form', '--help'])
  expect(help).toMatch(/--server\.host <text>/)
  expect(help).toMatch(/--level <1\|2>/)
})

test('over HTTP a refusal says what could be asked for, and a nested secret is in no record', async () => {
  await using http = await openHttpLab()
  await trustedTool(http.lab, 'form', SCHEMA_FIELDS, SCHEMA_FIELDS_RUN)
  const refused = await http.ask('POST', '/api/tools/form/run', { input: { title: 'T' } })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    details: { ask: { in: 'input', schema: { properties: { 'server.host': { type: 'string' } } } } },
  })
  const input = { title: 'T', token: PASSWORD, server: { host: 'h', password: PASSWORD } }
  const ran = await http.ask('POST', '/api/tools/form/run', { input, wait: 300 })
  const { interaction_id: id } = (await ran.json()) as { interaction_id: string }
  const record = await http.lab.call('tool.interaction', { name: 'form', id })
  expect(record.input).toEqual({ title: 'T', count: 3, server: { host: 'h', port: 80 }, revision: 1 })
})

for (const era of eras)
  test(`a client of ${era} that shows forms is asked for missing input, once, and its answer is checked like any other`, async () => {
    await using lab = await openLab()
    await trustedTool(lab, 'form', SCHEMA_FIELDS, SCHEMA_FIELDS_RUN)
    await using mcp = await connectStdio(lab, { era, client: { capabilities: { elicitation: { form: {} } } } })
    const asked: unknown[] = []
    const answers: Record<string, unknown>[] = [
      { action: 'accept', content: { title: 'Told', 'server.host': 'h', count: 9 } },
      { action: 'accept', content: { title: 'Told' } },
      { action: 'decline' },
    ]
    mcp.client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params)
      return answers[asked.length - 1] as never
    })
    const call = () =>
      mcp.client.callTool({ name: 'tool_run', arguments: { name: 'form', input: { loud: true }, wait: 300 } })
    // What was not asked for is not taken from an answer.
    expect((await call()).structuredContent).toMatchObject({
      data: { title: 'Told', server: { host: 'h' }, count: 3, loud: true },
    })
    expect(asked).toMatchObject([{ requestedSchema: { required: ['title', 'server.host'] } }])
    expect(await call()).toMatchObject({ isError: true, structuredContent: { error: { code: 'usage' } } })
    expect(await call()).toMatchObject({ isError: true, structuredContent: { error: { code: 'usage' } } })
    expect(asked).toHaveLength(3)
    expect((await lab.call('tool.interactions', { name: 'form' })).interactions).toHaveLength(1)
  })

test('a client that shows no forms is told what is missing', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'form', SCHEMA_FIELDS, SCHEMA_FIELDS_RUN)
  await using mcp = await connectStdio(lab, { era: '2026-07-28', args: ['--tools', 'all'] })
  const refused = await mcp.client.callTool({ name: 'tool_form', arguments: { title: 'T' } })
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'usage', target: 'server' } } })
})
