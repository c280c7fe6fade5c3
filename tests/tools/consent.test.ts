import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { needsConsent } from '../../src/tools/follow-ups/consent.ts'
import { openHttpLab } from '../http.ts'
import { agent, openLab, packageRoot, person } from '../lab.ts'
import { answering, runCli, runTty } from '../support/cli.ts'
import { addTool } from '../support/shipped.ts'

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
    asks: [{ action: 'toggle', environment: 'production' }],
    runs: [
      { action: 'list', environment: 'production' },
      { action: 'toggle', environment: 'dev' },
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
