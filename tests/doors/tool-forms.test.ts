import { expect, test } from 'vitest'
import { openHttpLab } from '../http.ts'
import { openLab } from '../lab.ts'
import { answering, runCli, runTty } from '../support/cli.ts'
import { connectStdio } from '../support/mcp.ts'
import { trustedTool } from '../support/tools.ts'

const FORM = {
  form_layout: [
    { key: 'title', type: 'text' as const, label: 'Title', default: 'Untitled' },
    { key: 'sql', type: 'code' as const, default: 'select 1', help: 'One statement.' },
    { key: 'loud', type: 'checkbox' as const, default: true },
    { key: 'why', type: 'text' as const, default: 'because', show_when: '$.loud == false' },
    { key: 'range', type: 'date_range' as const },
    { key: 'password', type: 'text' as const, secret: true },
  ],
  input_schema: { type: 'object', properties: { title: { type: 'string', default: 'From the schema' } } },
}
const RUN = `print({ ok: true, data: { ...input, ...(input.password && { password: input.password.length }) } })`
const DEFAULTS = { title: 'Untitled', sql: 'select 1', loud: true }

test('the defaults of a form count at every door, not for what it hides or for what was given empty', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await trustedTool(lab, 'query', FORM, RUN)
  const posted = async (input: Record<string, unknown>) =>
    ((await (await http.ask('POST', '/api/tools/query/run', { input, wait: 300 })).json()) as { data: unknown }).data
  expect(await posted({})).toEqual(DEFAULTS)
  expect(await posted({ sql: '', loud: false })).toEqual({ title: 'Untitled', sql: '', loud: false, why: 'because' })
  expect(await posted({ title: '' })).toEqual({ ...DEFAULTS, title: '' })
  const typed = await runCli(lab, ['run', 'query', '--title', 'T', '--json'])
  expect(JSON.parse(typed.stdout).data).toEqual({ ...DEFAULTS, title: 'T' })
  const emptied = await runCli(lab, ['run', 'query', '--title', '', '--json'])
  expect(JSON.parse(emptied.stdout).data).toEqual({ ...DEFAULTS, title: '' })
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  const called = await mcp.client.callTool({ name: 'tool_query', arguments: { wait: 300 } })
  expect(called.structuredContent).toMatchObject({ data: DEFAULTS })
  const listed = (await mcp.client.listTools()).tools.find(({ name }) => name === 'tool_query')
  expect(listed?.inputSchema.properties).toMatchObject({
    title: { type: 'string', default: 'Untitled' },
    sql: { type: 'string', default: 'select 1', description: 'One statement.' },
  })
})

test('the command line has a flag for each field of a form, a range in one word, and takes no secret as a word', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'query', FORM, RUN)
  const ranged = await runCli(lab, ['run', 'query', '--range', '2026-01-01..2026-02-01', '--no-loud', '--json'])
  expect(JSON.parse(ranged.stdout).data).toMatchObject({
    range: { start: '2026-01-01', end: '2026-02-01' },
    loud: false,
  })
  const open = await runCli(lab, ['run', 'query', '--range', '2026-01-01..', '--json'])
  expect(JSON.parse(open.stdout).data).toMatchObject({ range: { start: '2026-01-01' } })
  const wrong = await runCli(lab, ['run', 'query', '--range', 'yesterday'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('is not a range like 2026-01-01..2026-02-01')])
  const word = await runCli(lab, ['run', 'query', '--password', 'hunter2-hunter2'])
  expect([word.code, word.stderr]).toEqual([2, expect.stringContaining('seen by others')])
  expect((await lab.call('tool.interactions', { name: 'query' })).interactions).toHaveLength(2)
  const piped = await runCli(lab, ['run', 'query', '--password', '-', '--json'], { input: 'hunter2-hunter2\n' })
  expect(JSON.parse(piped.stdout).data).toMatchObject({ password: 15 })
  const { stdout: help } = await runCli(lab, ['run', 'query', '--help'])
  expect(help).toMatch(/--range <start\.\.end>/)
  expect(help).toMatch(/--password <text> .*never typed here/)
  expect(help).toMatch(/--sql <text> .*One statement\. \(default "select 1"\)/)
})

test('a terminal asks for a secret field only where the form shows it', async () => {
  await using lab = await openLab()
  const form_layout = [
    { key: 'dry', type: 'checkbox' as const, default: true },
    { key: 'pin', type: 'text' as const, secret: true, required: true, show_when: '$.dry == false' },
  ]
  await trustedTool(lab, 'drop', { form_layout }, `print({ ok: true, data: { pin: input.pin?.length ?? 'none' } })`)
  const typed = answering(['--pin', 'some-long-pin\r'])
  const hidden = await runTty(lab, ['run', 'drop'], { watch: typed })
  expect(hidden.stdout).not.toContain('--pin')
  expect(hidden.stdout).toContain('none')
  const shown = await runTty(lab, ['run', 'drop', '--no-dry'], { watch: typed })
  expect(shown.stdout).toContain('13')
})

test('a short value of a secret field is not kept where a tool answers with it', async () => {
  await using lab = await openLab()
  const form_layout = [{ key: 'pin', type: 'text' as const, secret: true }]
  await trustedTool(lab, 'echo', { form_layout }, `print({ ok: true, data: { pin: input.pin } })`)
  const answer = await lab.call('tool.run', { name: 'echo', input: { pin: '4321' }, wait: 300 })
  expect(answer).toMatchObject({ ok: true, data: { pin: '***' } })
  const kept = await lab.call('tool.interaction', { name: 'echo', id: answer.interaction_id })
  expect(JSON.stringify(kept)).not.toContain('4321')
})

test('a format and a range are held to at every door, and stdin is given to one field', async () => {
  await using lab = await openLab()
  const form_layout = [
    { key: 'range', type: 'date_range' as const },
    { key: 'pw', type: 'text' as const, secret: true },
    { key: 'tok', type: 'text' as const, secret: true },
  ]
  const input_schema = { type: 'object', properties: { mail: { type: 'string', format: 'email' } } }
  await trustedTool(lab, 'query', { form_layout, input_schema }, RUN)
  const refusals = [
    [{ mail: 'nobody' }, 'mail', 'query: mail must be an email address.'],
    [
      { range: { start: '2026-13-01' } },
      'range',
      'query: range has "2026-13-01", which is not a date like 2026-01-31.',
    ],
    [{ range: { start: '2026-02-01', end: '2026-01-01' } }, 'range', 'query: range ends before it starts.'],
  ] as const
  for (const [input, target, message] of refusals)
    expect(await lab.refusal('tool.run', { name: 'query', input })).toMatchObject({ code: 'usage', target, message })
  const both = await runCli(lab, ['run', 'query', '--pw', '-', '--tok', '-'], { input: 'one-long-secret\n' })
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--pw and --tok cannot both come from stdin')])
  expect((await lab.call('tool.interactions', { name: 'query' })).interactions).toEqual([])
})

test('over MCP an answer names tools and arguments, and no command', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'small', {}, 'print({ ok: true, data: 1 })')
  await trustedTool(lab, 'large', {}, `print({ ok: true, data: 'x'.repeat(60_000) })`)
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  for (const given of [{ name: 'small' }, { name: 'small', wait: 300 }, { name: 'large', wait: 300 }]) {
    const { content, structuredContent } = await mcp.client.callTool({ name: 'tool_run', arguments: given })
    const text = (content as { text: string }[]).map(part => part.text).join('\n')
    expect(`${text}\n${String((structuredContent as { more?: string }).more)}`).not.toContain('furrow ')
    expect(text).toMatch(/`\w+ \{.*"id"/)
  }
})
