import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { conditionHolds } from '../../src/shared/follow-ups/holds.ts'
import { agent, type Lab, openLab } from '../lab.ts'
import { startFlagsmith, startLaunchDarkly, startUnleash } from '../support/counterparts/flags.ts'
import { freePort } from '../support/counterparts/program.ts'
import { type Counterpart, startCounterpart } from '../support/counterparts/server.ts'
import { addTool } from '../support/shipped.ts'
import { endOf } from '../support/tools.ts'

interface Shown {
  flags: { name: string; enabled: boolean | null; stale: boolean; stale_reason?: string; references?: string[] }[]
  stale_count: number
  names: string
  changed: { before: boolean | null; after: boolean | null }
}

async function ask(lab: Lab, input: Record<string, unknown>) {
  const { interaction_id: id } = await lab.call('tool.run', { name: 'feature-flags', input, confirmed: true })
  const record = await endOf(lab, 'feature-flags', id)
  return { record, data: record.result?.data as Shown, error: record.result?.error }
}

const YAML = `# who may see what
flags:
  new-checkout: # since spring
    enabled: true
    created_at: 2020-01-01
    environments: { staging: true, production: true }
  dark-mode: {description: "dim", environments: {staging: false, production: false}, permanent: true, created_at: 2020-01-01}
  forgotten: false
`

test('a YAML file is read, judged, and changed in one word', async () => {
  await using lab = await openLab()
  await addTool(lab, 'feature-flags')
  lab.write('flags.yaml', YAML)
  lab.write('src/cart.ts', "if (on('new-checkout')) sell()\nif (on('dark-mode')) dim()\n")
  const { data } = await ask(lab, { environment: 'staging' })
  expect(data.flags.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['new-checkout', true],
    ['dark-mode', false],
    ['forgotten', null],
  ])
  const stale = await ask(lab, { action: 'stale' })
  expect(stale.data.flags).toMatchObject([
    {
      name: 'new-checkout',
      stale_reason: expect.stringMatching(/days old, it is on everywhere/),
      references: ['src/cart.ts'],
    },
    { name: 'forgotten', stale_reason: 'nothing in this project names it' },
  ])
  const toggled = await ask(lab, { action: 'toggle', flag: 'new-checkout', environment: 'staging', enabled: false })
  expect(toggled.data.changed).toMatchObject({ before: true, after: false })
  expect(lab.read('flags.yaml')).toBe(YAML.replace('staging: true', 'staging: false'))
  await ask(lab, { action: 'toggle', flag: 'forgotten', enabled: true })
  expect(lab.read('flags.yaml')).toContain('forgotten: true')
  const tool = await lab.call('tool.info', { name: 'feature-flags' })
  const [action] = tool.result_actions ?? []
  expect([
    conditionHolds(action?.condition, stale.record.result),
    conditionHolds(action?.condition, toggled.record.result),
  ]).toEqual([true, false])
})

test('JSON files of each form are understood, and keep theirs', async () => {
  await using lab = await openLab()
  await addTool(lab, 'feature-flags')
  lab.write('a.json', '{\n\t"one": true,\n\t"two": false\n}\n')
  lab.write(
    'b.json',
    '[{ "key": "one", "enabled": true }, { "name": "two", "environments": { "live": { "enabled": false } } }]',
  )
  expect((await ask(lab, { file: 'a.json' })).data.flags.map(({ enabled }) => enabled)).toEqual([true, false])
  await ask(lab, { file: 'a.json', action: 'toggle', flag: 'two', enabled: true })
  expect(lab.read('a.json')).toBe('{\n\t"one": true,\n\t"two": true\n}\n')
  await ask(lab, { file: 'b.json', action: 'toggle', flag: 'two', environment: 'live', enabled: true })
  expect(lab.read('b.json')).toContain('"live": { "enabled": true }')
  const wrong = async (input: Record<string, unknown>) => (await ask(lab, { file: 'a.json', ...input })).error
  expect(await wrong({ action: 'get', flag: 'none' })).toMatch(/no flag none/)
  expect(await wrong({ action: 'get' })).toMatch(/flag is missing/)
  expect(await wrong({ action: 'toggle', flag: 'one' })).toMatch(/enabled is missing/)
  expect(await lab.refusal('tool.run', { name: 'feature-flags', input: { file: '../a.json' } })).toMatchObject({
    code: 'usage',
    target: 'file',
  })
  lab.write('broken.json', '{"one": ')
  expect(await wrong({ file: 'broken.json' })).toMatch(/cannot be read/)
})

test('a toggle in production needs a person, however it is called: asked of one, refused to an agent, done when confirmed', async () => {
  await using lab = await openLab()
  await addTool(lab, 'feature-flags')
  lab.write('flags.yaml', YAML)
  const input = { action: 'toggle', flag: 'dark-mode', environment: 'production', enabled: true }
  expect(await lab.refusal('tool.run', { name: 'feature-flags', input })).toMatchObject({ code: 'blocked' })
  expect(await lab.refusal('tool.run', { name: 'feature-flags', input }, agent)).toMatchObject({ code: 'needs_person' })
  expect(lab.read('flags.yaml')).toBe(YAML)
  const { interaction_id: id } = await lab.call('tool.run', { name: 'feature-flags', input, confirmed: true })
  expect(await endOf(lab, 'feature-flags', id)).toMatchObject({ status: 'succeeded' })
  expect(lab.read('flags.yaml')).toContain('{staging: false, production: true}')
})

test.each([
  ['unleash', startUnleash, { environment: 'development' }],
  ['launchdarkly', startLaunchDarkly, { environment: 'development', project: 'shop' }],
  ['flagsmith', startFlagsmith, { environment: 'development' }],
] as const)('%s is asked and told as its interface wants it', async (provider, start, more) => {
  const key = 'a-key-that-is-long-enough'
  await using server: Counterpart = await start(key)
  await using lab = await openLab()
  lab.write('src/cart.ts', "on('dark-mode')\n")
  execFileSync('git', ['add', '.'], { cwd: lab.root })
  await addTool(lab, 'feature-flags', { FLAGS_URL: server.address, FLAGS_API_KEY: key })
  const listed = await ask(lab, { provider, ...more })
  expect(listed.data.flags.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['new-checkout', true],
    ['dark-mode', true],
  ])
  expect((await ask(lab, { provider, action: 'stale', ...more })).data.names).toBe('new-checkout')
  const off = { provider, action: 'toggle', flag: 'dark-mode', enabled: false, ...more }
  expect((await ask(lab, off)).data.changed).toMatchObject({ before: true, after: false })
  const asked = server.asked.length
  expect((await ask(lab, off)).data.changed).toMatchObject({ before: false, after: false })
  expect(server.asked.slice(asked).every(({ method }) => method === 'GET')).toBe(true)
  expect((await ask(lab, { provider, action: 'get', flag: 'unknown', ...more })).error).toMatch(/404|knows no flag/)
  await lab.call('secrets.set', { name: 'FLAGS_API_KEY', value: 'a-wrong-key-that-is-long' })
  expect((await ask(lab, { provider, ...more })).error).toMatch(/40[13]/)
  expect(server.complaints).toEqual([])
})

test('a provider without its secrets, away, or answering something else is said', async () => {
  await using lab = await openLab()
  await addTool(lab, 'feature-flags')
  const said = async () => (await ask(lab, { provider: 'unleash' })).error
  expect(await lab.refusal('tool.run', { name: 'feature-flags', input: { provider: 'unleash' } })).toMatchObject({
    details: { missing_secrets: ['FLAGS_URL', 'FLAGS_API_KEY'] },
  })
  await addSecret(lab, 'FLAGS_URL', `http://127.0.0.1:${await freePort()}`)
  await addSecret(lab, 'FLAGS_API_KEY', 'a-key-that-is-long-enough')
  expect(await said()).toMatch(/nothing listens there/)
  await using odd = await startCounterpart(() => ({ body: { features: 'none' } }))
  await addSecret(lab, 'FLAGS_URL', odd.address)
  expect(await said()).toMatch(/not an answer of Unleash/)
  await using page = await startCounterpart(() => ({ body: '<html>' }))
  await addSecret(lab, 'FLAGS_URL', page.address)
  expect(await said()).toMatch(/not JSON/)
  expect(await lab.refusal('tool.run', { name: 'feature-flags', input: { action: 'erase' } })).toMatchObject({
    code: 'usage',
  })
})

async function addSecret(lab: Lab, name: string, value: string): Promise<void> {
  await lab.call('secrets.set', { name, value })
  await lab.call('secrets.grant', { name, tool: 'feature-flags' })
}
