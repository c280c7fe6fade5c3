import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab, person } from '../../../tests/lab.ts'
import { bareTool, endOf, runToEnd, trust, trustedTool, writeTool } from '../../../tests/support/tools.ts'
import type { ToolAnswer } from '../model.ts'

test('a tool to the bare protocol runs and leaves a record as the tool system has it', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'greet', { version: '1.2.0' }, 'print({ ok: true, data: { hello: input.who } })')
  const record = await runToEnd(lab, 'greet', { who: 'you' })
  expect(record).toMatchObject({
    tool_name: 'greet',
    kind: 'run',
    status: 'succeeded',
    input: { who: 'you' },
    result: { ok: true, data: { hello: 'you' } },
    tags: [],
    notes: null,
    tool_version: '1.2.0',
    runtime: 'node',
    exit_code: 0,
    actor: person,
    trigger: 'tool.run',
  })
  const text = lab.read(`.sdlc/tool-interactions/greet/${record.id}.yaml`)
  expect(text).toMatch(/^id: .*\ntool_name: greet\nkind: run\nstatus: succeeded\ncreated_at: /m)
  expect(text).toContain('input:\n  who: you\n')
  expect(fs.statSync(path.join(lab.root, `.sdlc/tool-interactions/greet/${record.id}.yaml`)).mode & 0o777).toBe(0o600)
  expect(lab.read('.sdlc/.gitignore')).toContain('tool-interactions/')
})

test('a streaming tool: log, progress and attachment events are what they say, and its events are kept as a log', async () => {
  await using lab = await openLab()
  await trustedTool(
    lab,
    'deploy',
    { streaming: true },
    `print({ type: 'progress', message: 'Connecting', percent: 10 })
     print({ type: 'log', level: 'stdout', line: 'Deploy triggered' })
     print({ type: 'log', level: 'stderr', line: 'Warning: old' })
     console.log('not an event')
     print({ type: 'mystery', kept: true })
     print({ type: 'attachment', kind: 'screenshot', name: '../fail ure.png', base64: Buffer.from('PNG').toString('base64') })
     print({ type: 'result', ok: true, data: { deploy_id: 'dep_abc' }, duration_ms: 34 })`,
  )
  const record = await runToEnd(lab, 'deploy')
  expect(record).toMatchObject({
    status: 'succeeded',
    result: { ok: true, data: { deploy_id: 'dep_abc' }, duration_ms: 34 },
    streaming_log: `${record.id}.log`,
    attachments: [{ name: 'fail-ure.png', type: 'image/png', bytes: 3, kind: 'screenshot' }],
  })
  const { log } = await lab.call('tool.interaction', { name: 'deploy', id: record.id })
  expect(log.map(({ level, text }) => [level, text]).sort()).toEqual(
    [
      ['progress', 'Connecting (10%)'],
      ['stdout', 'Deploy triggered'],
      ['stderr', 'Warning: old'],
      ['stdout', 'not an event'],
      ['stdout', '{"type":"mystery","kept":true}'],
      ['note', 'attachment fail-ure.png (3 bytes)'],
    ].sort(),
  )
  expect(log.flatMap(({ event }) => event ?? [])).toEqual([
    { type: 'progress', message: 'Connecting', percent: 10 },
    { type: 'attachment', name: 'fail-ure.png', media_type: 'image/png', bytes: 3, kind: 'screenshot' },
  ])
  const events = lab
    .read(`.sdlc/tool-interactions/deploy/${record.id}.log`)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events).toContainEqual({ type: 'progress', message: 'Connecting', percent: 10 })
  expect(events).toContainEqual({ type: 'log', level: 'stderr', line: 'Warning: old' })
  expect(events).toContainEqual(expect.objectContaining({ type: 'attachment', name: 'fail-ure.png', bytes: 3 }))
  expect(events.at(-1)).toEqual({ type: 'result', ok: true, data: { deploy_id: 'dep_abc' }, duration_ms: 34 })
})

test('a tool that nobody trusts is listed from its files and not run, not even for its meta', async () => {
  await using lab = await openLab()
  writeTool(lab, 'evil', `${bareTool({}, '')}\nfs.writeFileSync('ran', '')`)
  const { tools } = await lab.call('tool.list', {})
  expect(tools).toContainEqual(expect.objectContaining({ name: 'evil', trusted: false, standing: 'new' }))
  expect(await lab.refusal('tool.run', { name: 'evil' })).toMatchObject({ code: 'untrusted', fix: 'furrow trust' })
  expect(lab.list('.')).not.toContain('ran')
})

test('one changed byte of a tool, or of what it imports, asks for trust again', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/tools/_shared/word.ts', `export const word = 'one'`)
  const code = bareTool({}, 'print({ ok: true, data: word })').replace(
    "import fs from 'node:fs'",
    "import fs from 'node:fs'\nimport { word } from '../_shared/word.ts'",
  )
  writeTool(lab, 'say', code)
  await trust(lab)
  expect((await runToEnd(lab, 'say')).result).toEqual({ ok: true, data: 'one' })
  lab.write('.sdlc/tools/_shared/word.ts', `export const word = 'two'`)
  expect(await lab.refusal('tool.run', { name: 'say' })).toMatchObject({ code: 'untrusted' })
  await trust(lab)
  expect((await runToEnd(lab, 'say')).result).toEqual({ ok: true, data: 'two' })
  lab.write('.sdlc/tools/say/README.md', '# A text decides nothing\n')
  expect((await lab.call('tool.info', { name: 'say' })).trusted).toBe(true)
})

test('input that does not fit the schema is refused field by field, and nothing is started', async () => {
  await using lab = await openLab()
  const input_schema = {
    type: 'object',
    properties: { environment: { type: 'string', enum: ['staging', 'production'] }, ref: { default: 'main' } },
    required: ['environment'],
  }
  await trustedTool(lab, 'deploy', { input_schema }, 'print({ ok: true, data: input })')
  expect(await lab.refusal('tool.run', { name: 'deploy', input: { environment: 'moon' } })).toMatchObject({
    code: 'usage',
    target: 'environment',
    message: 'deploy: environment must be one of staging, production.',
  })
  expect(await lab.refusal('tool.run', { name: 'deploy' })).toMatchObject({ code: 'usage', target: 'environment' })
  expect((await lab.call('tool.interactions', { name: 'deploy' })).interactions).toEqual([])
  expect((await runToEnd(lab, 'deploy', { environment: 'staging' })).result?.data).toEqual({
    environment: 'staging',
    ref: 'main',
  })
})

test('an empty text is kept as it was given; a default counts only where nothing was', async () => {
  await using lab = await openLab()
  const input_schema = {
    type: 'object',
    properties: {
      who: { type: 'string', default: 'world' },
      name: { type: 'string', default: 'n', minLength: 1 },
      server: { type: 'object', properties: { host: { type: 'string', default: 'localhost' } } },
    },
  }
  await trustedTool(lab, 'greet', { input_schema }, 'print({ ok: true, data: input })')
  expect((await runToEnd(lab, 'greet', { who: '', server: { host: '' } })).result?.data).toEqual({
    who: '',
    name: 'n',
    server: { host: '' },
  })
  expect(await lab.refusal('tool.run', { name: 'greet', input: { name: '' } })).toMatchObject({
    code: 'usage',
    target: 'name',
  })
})

test.each(['http', 'web', 'mcp'] as const)(
  'over %s a start answers at once, and with the result if asked to wait',
  async door => {
    await using lab = await openLab()
    const run = `while (!fs.existsSync('go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    print({ ok: false, error: "no", data: 1 })`
    await trustedTool(lab, 'greet', { timeout_seconds: 300 }, run)
    const actor = door === 'mcp' ? agent : { ...person, door }
    const { interaction_id: id, ...started } = await lab.call('tool.run', { name: 'greet' }, actor)
    expect(started).toMatchObject({ status: expect.stringMatching(/^(?:queued|running)$/), tool_name: 'greet' })
    expect(started.ok).toBeUndefined()
    lab.write('go', '')
    expect(await endOf(lab, 'greet', id)).toMatchObject({ status: 'failed' })
    const waited = await lab.call('tool.run', { name: 'greet', wait: 300 }, actor)
    expect(waited).toMatchObject({ ok: false, error: 'no', data: 1, status: 'failed' })
    expect(waited.interaction_id).not.toBe(id)
    const again = await lab.call('tool.rerun', { id, wait: 300 }, actor)
    expect(again).toMatchObject({ data: 1, status: 'failed' })
  },
)

test('a tool that has an input called wait keeps it for itself', async () => {
  await using lab = await openLab()
  const input_schema = { type: 'object', properties: { wait: { type: 'string' } } }
  await trustedTool(lab, 'idle', { input_schema }, 'print({ ok: true, data: input.wait })')
  await trustedTool(lab, 'plain', {}, 'print({ ok: true, data: input })')
  const call = async (name: string, wait: unknown) => lab.app.call(name, { wait }, { actor: agent })
  const { interaction_id: id } = okOf(await call('tools.idle', 'long'))
  expect((await endOf(lab, 'idle', id)).result).toEqual({ ok: true, data: 'long' })
  expect(okOf(await call('tools.plain', 300))).toMatchObject({ ok: true, data: {} })
  expect(await call('tools.plain', 'long')).toMatchObject({ ok: false, error: { code: 'usage', target: 'wait' } })
})

function okOf(outcome: { ok: boolean; value?: unknown }): ToolAnswer {
  expect(outcome.ok, JSON.stringify(outcome)).toBe(true)
  return outcome.value as ToolAnswer
}
