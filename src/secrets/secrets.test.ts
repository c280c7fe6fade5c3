import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../tests/lab.ts'

const VALUE = 'correct horse battery staple'

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => path.join(folder, file))
    .filter(file => fs.statSync(file).isFile())
}

function expectNowhere(lab: Lab, value: string): void {
  for (const file of [...filesBelow(lab.home), ...filesBelow(lab.root)])
    for (const form of [value, Buffer.from(value).toString('base64'), JSON.stringify(value).slice(1, -1)])
      expect(fs.readFileSync(file).includes(form), file).toBe(false)
}

test('a secret is listed by its name, and its value is in no file', async () => {
  await using lab = await openLab()
  const kept = await lab.call('secrets.set', { name: 'API_KEY', value: VALUE, scope: 'staging' })
  expect(kept).toMatchObject({ name: 'API_KEY', scopes: [{ scope: 'staging', set_by: { id: 'person' } }] })
  const listed = await lab.call('secrets.list', {})
  expect(listed.secrets.map(({ name }) => name)).toEqual(['API_KEY'])
  expect(JSON.stringify([kept, listed])).not.toContain(VALUE)
  expectNowhere(lab, VALUE)
})

test('the key and the files are for the person alone', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  const folder = path.join(lab.home, 'secrets')
  for (const file of filesBelow(folder)) expect(fs.statSync(file).mode & 0o777, file).toBe(0o600)
  for (const name of fs.readdirSync(folder).filter(name => fs.statSync(path.join(folder, name)).isDirectory()))
    expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o700)
})

test('scopes hold values of their own, and a new value replaces the old one', async () => {
  await using lab = await openLab()
  for (const scope of ['default', 'production']) await lab.call('secrets.set', { name: 'API_KEY', value: VALUE, scope })
  await lab.call('secrets.set', { name: 'API_KEY', value: 'another long value' })
  const { secrets } = await lab.call('secrets.list', {})
  expect(secrets[0]?.scopes.map(({ scope }) => scope)).toEqual(['default', 'production'])
  await lab.call('secrets.remove', { name: 'API_KEY' })
  expect((await lab.call('secrets.list', {})).secrets[0]?.scopes.map(({ scope }) => scope)).toEqual(['production'])
  expect(await lab.refusal('secrets.remove', { name: 'API_KEY' })).toMatchObject({ code: 'not_found' })
})

test('an agent that sets a secret leaves a wish without the value', async () => {
  await using lab = await openLab()
  const refusal = await lab.refusal('secrets.set', { name: 'API_KEY', value: VALUE, scope: 'staging' }, agent)
  expect(refusal).toMatchObject({ code: 'needs_person', fix: 'furrow secrets set API_KEY --scope staging' })
  expect(JSON.stringify(refusal)).not.toContain(VALUE)
  const { requests } = await lab.call('request.list', {})
  expect(requests).toMatchObject([{ operation: 'secrets.set', input: { name: 'API_KEY', scope: 'staging' } }])
  expectNowhere(lab, VALUE)
})

test('confirming such a wish asks for the value; setting it settles the wish', async () => {
  await using lab = await openLab()
  const { details } = await lab.refusal('secrets.set', { name: 'API_KEY', value: VALUE }, agent)
  const id = String(details?.['request'])
  expect(await lab.refusal('request.confirm', { id })).toMatchObject({
    code: 'invalid_state',
    fix: 'furrow secrets set API_KEY --scope default',
  })
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  expect(await lab.call('request.show', { id })).toMatchObject({ status: 'confirmed' })
})

test.each(['PATH', 'LD_PRELOAD', 'NODE_OPTIONS', 'FURROW_HOME', 'a-b', '1A', '../x', 'A B'])(
  '%s is no name for a secret',
  async name => {
    await using lab = await openLab()
    expect(await lab.refusal('secrets.set', { name, value: VALUE })).toMatchObject({ code: 'usage' })
  },
)

test('a refused value is not repeated in the refusal', async () => {
  await using lab = await openLab()
  for (const value of [`${VALUE}\0`, 'x'.repeat(300_000)])
    expect(JSON.stringify(await lab.refusal('secrets.set', { name: 'A', value }))).not.toContain(value.slice(0, 20))
})

test('one line end at the end is not part of a secret, and a short one is told to stay unmasked', async () => {
  await using lab = await openLab()
  expect(await lab.call('secrets.set', { name: 'PIN', value: '1234\n' })).toMatchObject({
    unmasked: expect.stringContaining('8'),
  })
  expect(await lab.refusal('secrets.set', { name: 'PIN', value: '\n' })).toMatchObject({ code: 'usage' })
})

test('a .env file is taken over, what is set already stays, and odd lines are named by number', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'OLD', value: VALUE })
  const content = '# comment\nexport NEW=abc # words\nOLD=other\nLD_PRELOAD=x\nnonsense\nEMPTY=\n'
  const first = await lab.call('secrets.import', { content })
  expect(first).toMatchObject({ set: ['NEW'], kept: ['OLD'] })
  expect(first.problems.map(({ line }) => line)).toEqual([4, 5, 6])
  expect(await lab.call('secrets.import', { content, replace: true })).toMatchObject({ set: ['NEW', 'OLD'], kept: [] })
})

test('two who set at once both succeed', async () => {
  await using lab = await openLab()
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => lab.call('secrets.set', { name: `KEY_${index}`, value: VALUE })),
  )
  expect((await lab.call('secrets.list', {})).secrets).toHaveLength(8)
})

test('a lost key is not replaced by a new one', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  const identity = path.join(lab.home, 'secrets/identity.txt')
  fs.rmSync(identity)
  expect(await lab.refusal('secrets.set', { name: 'OTHER', value: VALUE })).toMatchObject({
    code: 'damaged',
    target: identity,
  })
  expect(fs.existsSync(identity)).toBe(false)
  expect(await lab.call('secrets.list', {})).toMatchObject({ secrets: [], problems: [{ path: identity }] })
})

test('a damaged key is told without a letter of it', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  const identity = path.join(lab.home, 'secrets/identity.txt')
  const key = fs
    .readFileSync(identity, 'utf8')
    .replace(/^(.{30})(.)/, (_, start: string, letter: string) => `${start}${letter === 'Q' ? 'P' : 'Q'}`)
  fs.writeFileSync(identity, key)
  const refusal = await lab.refusal('secrets.set', { name: 'API_KEY', value: VALUE })
  expect(refusal).toMatchObject({ code: 'damaged', target: identity })
  expect(JSON.stringify(refusal)).not.toContain(key.slice(16, 30))
})

test('a key that others can read is not used', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  const identity = path.join(lab.home, 'secrets/identity.txt')
  fs.chmodSync(identity, 0o644)
  expect(await lab.refusal('secrets.set', { name: 'API_KEY', value: VALUE })).toMatchObject({
    code: 'invalid_state',
    fix: `chmod 600 ${identity}`,
  })
})

test('a damaged scope is named and the others are listed', async () => {
  await using lab = await openLab()
  for (const scope of ['default', 'staging']) await lab.call('secrets.set', { name: 'API_KEY', value: VALUE, scope })
  const file = filesBelow(lab.home).find(name => name.endsWith('staging.age')) ?? ''
  fs.writeFileSync(file, fs.readFileSync(file).subarray(0, -1))
  const { secrets, problems } = await lab.call('secrets.list', {})
  expect(secrets[0]?.scopes.map(({ scope }) => scope)).toEqual(['default'])
  expect(problems).toMatchObject([{ path: file }])
})

test('looking makes no folder', async () => {
  await using lab = await openLab()
  await lab.call('secrets.list', {})
  expect(fs.existsSync(path.join(lab.home, 'secrets'))).toBe(false)
})

const TOOL = '.sdlc/tools/deploy/tool.ts'

test('a grant holds for the tool as it is; one changed byte, and it says so', async () => {
  await using lab = await openLab()
  lab.write(TOOL, 'export {}\n')
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  const granted = await lab.call('secrets.grant', { name: 'API_KEY', tool: 'deploy' })
  expect(granted.grants).toMatchObject([{ tool: 'deploy', standing: 'granted', by: { id: 'person' } }])
  lab.write(TOOL, 'export  {}\n')
  expect((await lab.call('secrets.list', {})).secrets[0]?.grants).toMatchObject([{ standing: 'changed' }])
  fs.rmSync(path.join(lab.root, '.sdlc/tools/deploy'), { recursive: true })
  expect((await lab.call('secrets.list', {})).secrets[0]?.grants).toMatchObject([{ standing: 'gone' }])
})

test('what is taken away is gone, and an agent can neither grant nor revoke', async () => {
  await using lab = await openLab()
  lab.write(TOOL, 'export {}\n')
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await lab.call('secrets.grant', { name: 'API_KEY', tool: 'deploy', scope: 'default' })
  const wish = { name: 'API_KEY', tool: 'deploy' }
  expect(await lab.refusal('secrets.grant', wish, agent)).toMatchObject({ code: 'needs_person' })
  expect(await lab.refusal('secrets.revoke', wish, agent)).toMatchObject({ code: 'needs_person' })
  expect((await lab.call('secrets.revoke', wish)).grants).toEqual([])
  expect(await lab.refusal('secrets.revoke', wish)).toMatchObject({ code: 'not_found' })
})

test('nothing is granted that is not set, and to no tool that is not there', async () => {
  await using lab = await openLab()
  lab.write(TOOL, 'export {}\n')
  expect(await lab.refusal('secrets.grant', { name: 'API_KEY', tool: 'deploi' })).toMatchObject({
    code: 'not_found',
    target: 'deploi',
    message: expect.stringContaining('deploy'),
  })
  expect(await lab.refusal('secrets.grant', { name: 'API_KEY', tool: 'deploy' })).toMatchObject({
    fix: 'furrow secrets set API_KEY',
  })
})
