import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { needsConsent } from '../../src/shared/follow-ups/consent.ts'
import { openHttpLab } from '../http.ts'
import { agent, openLab, packageRoot, person } from '../lab.ts'
import { answering, runCli, runTty } from '../support/cli.ts'
import { connectStdio } from '../support/mcp.ts'
import { addTool } from '../support/shipped.ts'
import { bareTool, trust, writeTool } from '../support/tools.ts'

interface Row {
  readonly asks: readonly Record<string, unknown>[]
  readonly runs: readonly Record<string, unknown>[]
}

/** Every tool that ships with Furrow: with which input a person is asked, and with which it just runs. */
const TABLE: Readonly<Record<string, Row>> = {
  ama: { asks: [], runs: [{ question: 'why?' }] },
  'api-health': { asks: [], runs: [{ url: 'http://localhost' }] },
  'browser-test': { asks: [], runs: [{ filter: 'x' }] },
  build: { asks: [], runs: [{ scope: 'web' }] },
  'db-query': { asks: [], runs: [{ sql: 'select 1' }] },
  deploy: {
    asks: [
      { environment: 'production', action: 'deploy' },
      { environment: 'production', action: 'rollback' },
      { environment: 'staging', action: 'rollback' },
    ],
    runs: [{ environment: 'staging', action: 'deploy' }],
  },
  'feature-flags': {
    asks: [
      ...['production', 'Production', 'PROD', 'live', 'default', 'eu-1'].map(environment => ({
        action: 'toggle',
        environment,
      })),
      { action: 'toggle' },
    ],
    runs: [
      { action: 'list', environment: 'production' },
      { action: 'toggle', environment: 'dev' },
      { action: 'toggle', environment: 'staging' },
    ],
  },
  logs: { asks: [], runs: [{ source: 'files' }] },
  metrics: { asks: [], runs: [{ query: 'up' }] },
  notify: { asks: [], runs: [{ message: 'hello' }] },
  'quality-check': { asks: [], runs: [{}] },
  'search-codebase': { asks: [], runs: [{ query: 'x' }] },
}

test('each shipped tool asks a person exactly where the table says', async () => {
  await using lab = await openLab()
  const shipped = fs.readdirSync(path.join(packageRoot, 'tools')).filter(name => !name.startsWith('_'))
  expect(Object.keys(TABLE)).toEqual(shipped.sort())
  const documented =
    fs.readFileSync(path.join(packageRoot, 'docs/tools.md'), 'utf8').split('### Which tools ask')[1] ?? ''
  const asking = [...documented.matchAll(/^\| ([a-z-]+) \| (for|never)/gm)].map(([, name, asks]) => [name, asks])
  expect(asking).toEqual(Object.entries(TABLE).map(([name, { asks }]) => [name, asks.length > 0 ? 'for' : 'never']))
  const { tools } = await lab.call('tool.available', {})
  for (const { name, built_in: isBuiltIn } of tools) {
    if (!isBuiltIn) await addTool(lab, name)
    const meta = await lab.call('tool.info', { name })
    expect(meta.effect).not.toBe('destructive')
    const { asks = [], runs = [] } = TABLE[name] ?? {}
    expect([name, asks.map(input => needsConsent(meta, input))]).toEqual([name, asks.map(() => true)])
    expect([name, runs.map(input => needsConsent(meta, input))]).toEqual([name, runs.map(() => false)])
  }
})

const PRODUCTION = { environment: 'production', provider: 'command', command: 'echo deployed >> deployed.txt' }

test('an agent cannot deploy to production or roll back, and a person is asked at each door', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await addTool(lab, 'deploy')
  const back = { ...PRODUCTION, environment: 'staging', action: 'rollback' }
  for (const input of [PRODUCTION, back]) {
    const refused = await lab.refusal('tool.run', { name: 'deploy', input, confirmed: true }, agent)
    expect(refused).toMatchObject({ code: 'needs_person' })
    expect(await lab.refusal('tool.run', { name: 'deploy', input }, person)).toMatchObject({
      code: 'blocked',
      details: { confirm: true },
    })
    expect((await http.ask('POST', '/api/tools/deploy/run', { input, confirmed: true })).status).toBe(403)
  }
  expect(fs.existsSync(path.join(lab.root, 'deployed.txt'))).toBe(false)
})

test('at a terminal furrow run asks, does nothing after no, and runs after yes; a script that is no person is refused', async () => {
  await using lab = await openLab()
  await addTool(lab, 'deploy')
  const argv = [
    'run',
    'deploy',
    '--environment',
    'production',
    '--provider',
    'command',
    '--command',
    PRODUCTION.command,
  ]
  const no = await runTty(lab, argv, { watch: answering(['Go on?', 'n']) })
  expect(no.stdout).toContain('has to be confirmed. Go on?')
  expect(no.stdout).toContain('Nothing was done.')
  const unattended = await runCli(lab, argv)
  expect(unattended.code).not.toBe(0)
  expect(fs.existsSync(path.join(lab.root, 'deployed.txt'))).toBe(false)
  const yes = await runTty(lab, argv, { watch: answering(['Go on?', 'y']) })
  expect(yes.code).toBe(0)
  expect(lab.read('deployed.txt')).toBe('deployed\n')
})

test('what is destructive, or matches confirm_when, starts for no agent at any door, by no way of running it again', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  const wipe = `fs.appendFileSync('wiped.txt', 'x'); print({ ok: true })`
  writeTool(lab, 'wipe', bareTool({ effect: 'destructive' }, wipe))
  writeTool(lab, 'maybe', bareTool({ confirm_when: "$.where == 'prod'" }, wipe))
  await trust(lab)
  const inputs = { wipe: {}, maybe: { where: 'prod' } }
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  const viaMcp = async (name: string, given: Record<string, unknown>) =>
    (await mcp.client.callTool({ name, arguments: given })).structuredContent
  const refused = { error: expect.objectContaining({ code: 'needs_person' }) }
  for (const [name, input] of Object.entries(inputs)) {
    const { interaction_id: id } = await lab.call('tool.run', { name, input, confirmed: true, wait: 300 }, person)
    fs.rmSync(path.join(lab.root, 'wiped.txt'))
    expect(await viaMcp(`tool_${name}`, input)).toMatchObject(refused)
    expect(await viaMcp('tool_run', { name, input, confirmed: true })).toMatchObject(refused)
    expect((await http.ask('POST', `/api/tools/${name}/run`, { input, confirmed: true })).status).toBe(403)
    expect((await http.ask('POST', `/api/interactions/${id}/rerun`, { confirmed: true })).status).toBe(403)
    const typed = await runCli(lab, ['tool', 'run', name, '--confirmed', '--input', JSON.stringify(input)])
    expect([typed.code, typed.stderr]).toEqual([expect.any(Number), expect.stringContaining('needs_person')])
    expect((await runCli(lab, ['tool', 'rerun', id])).code).not.toBe(0)
  }
  expect(fs.existsSync(path.join(lab.root, 'wiped.txt'))).toBe(false)
})
