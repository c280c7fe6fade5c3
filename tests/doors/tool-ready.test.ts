import { expect, test } from 'vitest'
import { openHttpLab } from '../http.ts'
import { agent, openLab, person } from '../lab.ts'
import { answering, runCli, runTty } from '../support/cli.ts'
import { bareTool, trust, writeTool } from '../support/tools.ts'

const KEY = 'a-long-secret-value'
const NEEDY = bareTool(
  {
    requires_setup: true,
    setup_description: 'Makes its folder',
    secrets: [{ env_var: 'NEEDY_KEY', description: 'A key', required: true }],
  },
  `print({ ok: true, data: { length: (process.env.NEEDY_KEY ?? '').length } })`,
)

test('on a terminal every step is asked about once and carried out, and what was said no to stays open', async () => {
  await using lab = await openLab()
  writeTool(lab, 'needy', NEEDY)
  const declined = await runTty(lab, ['tool', 'ready', 'needy'], {
    watch: answering(['Trust needy as it is now?', 'n']),
  })
  expect([declined.code, declined.stdout]).toEqual([4, expect.stringContaining('needs one step more')])
  const ran = await runTty(lab, ['tool', 'ready', 'needy'], {
    watch: answering(
      ['Trust needy as it is now?', 'y'],
      ['Set NEEDY_KEY?', 'y'],
      ['The secret itself', `${KEY}\r`],
      ['Grant NEEDY_KEY to needy?', 'y'],
      ['Set needy up?', 'y'],
    ),
  })
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('needy is ready to run')])
  expect(ran.stdout).not.toContain(KEY)
  const used = await runCli(lab, ['run', 'needy', '--json'])
  expect(JSON.parse(used.stdout).data).toEqual({ length: KEY.length })
})

test('a script gets the list with the commands and exit code 4; HTTP has the same list', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  writeTool(lab, 'needy', NEEDY)
  await trust(lab)
  await lab.call('secrets.set', { name: 'NEEDY_KEY', value: KEY })
  const listed = await runCli(lab, ['tool', 'ready', 'needy'])
  expect([listed.code, listed.stdout]).toEqual([4, expect.stringContaining('furrow secrets grant NEEDY_KEY needy')])
  const steps = [
    { kind: 'runtime', done: true },
    { kind: 'trust', done: true },
    { kind: 'grant', done: false, operation: { name: 'secrets.grant', input: { name: 'NEEDY_KEY', tool: 'needy' } } },
    { kind: 'setup', done: false, detail: 'Makes its folder' },
  ]
  expect(await (await http.ask('GET', '/api/tools/needy/ready')).json()).toMatchObject({ ready: false, open: 2, steps })
  expect(await lab.refusal('secrets.grant_all', { tool: 'needy' }, agent)).toMatchObject({ code: 'needs_person' })
  const granted = await lab.call('secrets.grant_all', { tool: 'needy' }, person)
  expect(granted).toEqual({ tool: 'needy', granted: ['NEEDY_KEY'], missing: [] })
  expect(await lab.call('secrets.grant_all', { tool: 'needy' }, person)).toMatchObject({ granted: [] })
})

test('an optional secret that is set is offered and granted with the others, and keeps nothing from running', async () => {
  await using lab = await openLab()
  const secrets = [
    { env_var: 'MAYBE_KEY', description: 'A key', required: false },
    { env_var: 'LIVE_KEY', description: 'Another', required: true, when: '$.live == true' },
    { env_var: 'UNSET_KEY', description: 'Never set', required: false },
  ]
  writeTool(lab, 'maybe', bareTool({ secrets }, `print({ ok: true, data: { has: 'MAYBE_KEY' in process.env } })`))
  await trust(lab)
  for (const name of ['MAYBE_KEY', 'LIVE_KEY']) await lab.call('secrets.set', { name, value: KEY })
  const { steps, ...readiness } = await lab.call('tool.ready', { name: 'maybe' })
  expect(readiness).toMatchObject({ ready: true, open: 0 })
  expect(steps.filter(({ kind }) => kind === 'grant')).toMatchObject([
    { title: 'Grant MAYBE_KEY to maybe', done: false, optional: true },
    { title: 'Grant LIVE_KEY to maybe', done: false, optional: true },
  ])
  expect((await runCli(lab, ['tool', 'ready', 'maybe'])).code).toBe(0)
  expect(await lab.call('secrets.grant_all', { tool: 'maybe' })).toEqual({
    tool: 'maybe',
    granted: ['MAYBE_KEY', 'LIVE_KEY'],
    missing: [],
  })
  const used = await runCli(lab, ['run', 'maybe', '--json'])
  expect(JSON.parse(used.stdout).data).toEqual({ has: true })
})

test('a secret with a wrong name is said before a run is refused for it', async () => {
  await using lab = await openLab()
  const secrets = [{ env_var: 'lower case', description: 'A key', required: true }]
  writeTool(lab, 'wrong', bareTool({ secrets }, 'print({ ok: true })'))
  await trust(lab)
  expect(await lab.refusal('tool.run', { name: 'wrong' })).toMatchObject({ code: 'invalid_state' })
  const { ready, steps } = await lab.call('tool.ready', { name: 'wrong' })
  expect(ready).toBe(false)
  expect(steps).toContainEqual(expect.objectContaining({ kind: 'tool', title: 'wrong declares a secret wrongly' }))
  for (const words of [['list'], ['info', 'wrong']])
    expect((await runCli(lab, ['tool', ...words])).stdout).toContain('declares a secret wrongly')
})

test('packages that the tool needs and nobody installed are a step', async () => {
  await using lab = await openLab()
  writeTool(lab, 'needy', NEEDY)
  lab.write('.sdlc/tools/needy/package.json', JSON.stringify({ dependencies: { 'left-pad': '1.0.0' } }))
  const { steps } = await lab.call('tool.ready', { name: 'needy' })
  expect(steps).toMatchObject([{ kind: 'runtime' }, { kind: 'packages', done: false }, { kind: 'trust', done: false }])
  expect(await lab.refusal('tool.ready', { name: 'nowhere' })).toMatchObject({ code: 'not_found' })
})

test('secrets that only some inputs need, and optional ones, are listed as not set and keep nothing from running', async () => {
  await using lab = await openLab()
  const secrets = [
    { env_var: 'WHEN_KEY', description: 'w', required: true, when: '$.danger == true' },
    { env_var: 'MAYBE_KEY', description: 'm', required: false },
  ]
  writeTool(lab, 'ready-when', bareTool({ secrets }, 'print({ ok: true })'))
  await trust(lab)
  const unset = await runCli(lab, ['tool', 'ready', 'ready-when'])
  expect([unset.code, unset.stdout]).toEqual([0, expect.stringContaining('ready-when is ready to run')])
  expect(unset.stdout).toContain('- [ ] Set WHEN_KEY: not set (needed when $.danger == true)')
  expect(unset.stdout).toContain('- [ ] Set MAYBE_KEY: not set (optional)')
  expect(unset.stdout).not.toContain('is set and granted')
  for (const name of ['WHEN_KEY', 'MAYBE_KEY']) await lab.call('secrets.set', { name, value: KEY })
  await lab.call('secrets.grant_all', { tool: 'ready-when' }, person)
  const { steps } = await lab.call('tool.ready', { name: 'ready-when' })
  expect(steps.filter(({ kind }) => kind === 'secret')).toMatchObject([
    { title: 'WHEN_KEY is set and granted', done: true },
    { title: 'MAYBE_KEY is set and granted', done: true },
  ])
})
