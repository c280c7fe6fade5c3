import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import { MISBEHAVIOUR, SIX_KEY, sixTools } from '../fixtures/tools/six.ts'
import { type HttpLab, openHttpLab } from '../http.ts'
import { runCli } from '../support/cli.ts'
import { type Connected, connectStdio } from '../support/mcp.ts'

/** The six tools of the black-box report through the three doors that are not a browser. */
let http: HttpLab
let mcp: Connected
beforeAll(async () => {
  http = await openHttpLab()
  await sixTools(http.lab)
  mcp = await connectStdio(http.lab, { era: '2025-11-25', args: ['--tools', 'all'] })
})
afterAll(async () => {
  await mcp[Symbol.asyncDispose]()
  await http[Symbol.asyncDispose]()
})

type Said = Record<string, unknown>

async function byHttp(name: string, input: object): Promise<Said> {
  return (await (await http.ask('POST', `/api/tools/${name}/run`, { input, wait: 300 })).json()) as Said
}

async function byMcp(name: string, input: object): Promise<Said> {
  const tool = `tool_${name.replaceAll('-', '_')}`
  const { structuredContent } = await mcp.client.callTool({ name: tool, arguments: { ...input, wait: 300 } })
  return structuredContent as Said
}

async function byCli(name: string, flags: readonly string[], input = ''): Promise<Said> {
  return JSON.parse((await runCli(http.lab, ['run', name, ...flags, '--json'], { input })).stdout) as Said
}

async function recordOf(name: string, { interaction_id: id }: Said) {
  return http.lab.call('tool.interaction', { name, id: String(id) })
}

test('all field types: each door gives the tool the same input, and the secret one is in no record', async () => {
  http.lab.write('settings.json', '{}')
  const shown = {
    title: 'T',
    notes: 'two\nlines',
    sql: 'select 1',
    env: 'staging',
    loud: true,
    range: { start: '2026-01-01', end: '2026-02-01' },
    config: 'settings.json',
  }
  const { sql: _, ...typed } = shown
  const flags = ['--title', 'T', '--notes', 'two\nlines', '--env', 'staging', '--loud', '--config', 'settings.json']
  const answers = [
    await byHttp('all-fields', { ...typed, password: SIX_KEY }),
    await byMcp('all-fields', { ...typed, password: SIX_KEY }),
    await byCli('all-fields', [...flags, '--range', '2026-01-01..2026-02-01', '--password', '-'], `${SIX_KEY}\n`),
  ]
  for (const answer of answers) {
    expect(answer['data']).toEqual({ ...shown, password: SIX_KEY.length })
    expect((await recordOf('all-fields', answer)).input).toEqual(shown)
  }
  expect(await byHttp('all-fields', {})).toMatchObject({ code: 'usage' })
})

test('streaming: progress, levels, attachment and result are the same events at each door', async () => {
  const heard: unknown[] = []
  const called = await mcp.client.callTool(
    { name: 'tool_streamer', arguments: { wait: 300 } },
    { onprogress: ({ progress, total }) => heard.push([progress, total]) },
  )
  expect(heard).toContainEqual([50, 100])
  const typed = await runCli(http.lab, ['run', 'streamer'])
  expect([typed.code, typed.stdout]).toEqual([0, expect.stringContaining('"steps": 2')])
  expect(typed.stderr).toMatch(/half[\s\S]*careful/)
  for (const answer of [called.structuredContent as Said, await byHttp('streamer', {}), await byCli('streamer', [])]) {
    expect(answer).toMatchObject({ ok: true, data: { steps: 2 } })
    const id = String(answer['interaction_id'])
    const events = await (await http.ask('GET', `/api/interactions/${id}/events?as=events`)).text()
    expect([...events.matchAll(/^event: (\w+)/gm)].map(([, name]) => name)).toEqual([
      'progress',
      'log',
      'log',
      'attachment',
      'result',
      'end',
    ])
    expect(await (await http.ask('GET', `/api/runs/${id}/attachments/report.txt`)).text()).toBe('all of it')
  }
})

test('secrets: the tool has the key at each door, and neither an answer, a log nor a file shows it', async () => {
  const typed = await runCli(http.lab, ['run', 'keeper'])
  const answers = [await byHttp('keeper', {}), await byMcp('keeper', {}), await byCli('keeper', [])]
  for (const answer of answers) expect(answer['data']).toEqual({ length: SIX_KEY.length, key: '***' })
  const said = [typed.stdout, typed.stderr, JSON.stringify(answers)].join()
  const spellings = [SIX_KEY, Buffer.from(SIX_KEY).toString('base64')]
  for (const spelling of spellings) expect(said).not.toContain(spelling)
  const { log = '' } = await recordOf('keeper', answers[0] ?? {})
  expect(JSON.stringify(log)).toMatch(/Bearer \*\*\*[^*]+\*\*\*/)
  const folder = path.join(http.lab.root, '.sdlc/tool-interactions/keeper')
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name))
  for (const file of files.filter(place => fs.statSync(place).isFile()))
    for (const spelling of spellings) expect(fs.readFileSync(file, 'utf8')).not.toContain(spelling)
})

test('cancel: what each door cancels is gone with its children', async () => {
  const cancels = {
    http: (id: string) => http.ask('POST', `/api/interactions/${id}/cancel`, {}),
    mcp: (id: string) => mcp.client.callTool({ name: 'tool_runs', arguments: { action: 'cancel', id } }),
    cli: (id: string) => runCli(http.lab, ['runs', 'cancel', id]),
  }
  for (const [door, cancel] of Object.entries(cancels)) {
    const { interaction_id: id } = await http.lab.call('tool.run', { name: 'sleeper', input: {} })
    await expect.poll(() => findByMarker(id).length, { timeout: 60_000 }).toBeGreaterThan(0)
    await cancel(id)
    const { status } = await http.lab.call('run.wait', { id })
    expect([door, status, findByMarker(id)]).toEqual([door, 'cancelled', []])
  }
})

test('follow-ups: each door offers those that hold, carries one out, and leaves the question to a person', async () => {
  const id = String((await byHttp('chooser', { place: 'shop' }))['interaction_id'])
  const acts = {
    http: async () => (await http.ask('POST', '/api/tools/chooser/act', { interaction_id: id, action_id: 'note' })).ok,
    mcp: async () => {
      const act = { action: 'act', name: 'chooser', interaction_id: id, action_id: 'note' }
      return (await mcp.client.callTool({ name: 'agent_runs', arguments: act })).isError !== true
    },
    cli: async () => (await runCli(http.lab, ['tool', 'act', 'chooser', id, 'note'])).code === 0,
  }
  for (const [door, act] of Object.entries(acts)) expect([door, await act()]).toEqual([door, true])
  const { feedback } = await http.lab.call('feedback.list', {})
  expect(feedback.map(({ text }) => text)).toContainEqual(expect.stringContaining('2 failed in shop'))
  const never = await http.ask('POST', '/api/tools/chooser/act', { interaction_id: id, action_index: 2 })
  expect(never.status).toBe(409)
  const asks = await http.ask('POST', '/api/tools/chooser/act', { interaction_id: id, action_index: 1 })
  expect([asks.status, await asks.json()]).toEqual([403, expect.objectContaining({ code: 'needs_person' })])
  expect((await runCli(http.lab, ['tool', 'act', 'chooser', id, 'Roll back'])).code).not.toBe(0)
})

test('badly behaved: each way to fail has the same clear record at each door', async () => {
  for (const [how, expected] of Object.entries(MISBEHAVIOUR)) {
    const answers = [await byHttp('misbehaver', { how }), await byMcp('misbehaver', { how })]
    for (const answer of answers) {
      expect(answer, how).toMatchObject({ ok: false, error: expect.any(String) })
      expect(await recordOf('misbehaver', answer), how).toMatchObject(expected)
    }
    const typed = await runCli(http.lab, ['tool', 'run', 'misbehaver', '--input', JSON.stringify({ how })])
    expect([how, typed.code]).not.toEqual([how, 0])
  }
  expect(http.log).toEqual([])
})
