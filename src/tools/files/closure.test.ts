import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { bareTool, trust, writeTool } from '../../../tests/support/tools.ts'

const LONG_AGO = new Date('2020-01-02T03:04:05Z')

async function versionOf(lab: Lab, name = 'first'): Promise<string | undefined> {
  const { tools } = await lab.call('tool.list', {})
  return tools.find(tool => tool.name === name)?.version
}

/** Old enough that what was read of it is remembered. */
async function settled(lab: Lab): Promise<void> {
  const folder = path.join(lab.root, '.sdlc/tools')
  for (const name of fs.readdirSync(folder, { recursive: true }))
    fs.utimesSync(path.join(folder, String(name)), LONG_AGO, LONG_AGO)
  // The time of the last change of its state cannot be set; it has to pass.
  const newest = () => Math.max(...['first', 'first/tool.ts'].map(name => fs.statSync(path.join(folder, name)).ctimeMs))
  await expect.poll(() => Date.now() - newest(), { timeout: 20_000 }).toBeGreaterThan(2100)
}

test('a change is seen at the next listing, however soon and however alike', async () => {
  await using lab = await openLab()
  writeTool(lab, 'first', bareTool({ version: '1.0.1' }, ''))
  await lab.call('trust.grant', { follow: '.sdlc/tools' })
  for (const version of ['1.0.2', '1.0.3', '1.0.4']) {
    writeTool(lab, 'first', bareTool({ version }, ''))
    expect(await versionOf(lab)).toBe(version)
  }
  await settled(lab)
  const [before, again] = [await lab.call('tool.list', {}), await lab.call('tool.list', {})]
  expect(again).toBe(before)
  writeTool(lab, 'first', bareTool({ version: '1.0.5' }, ''))
  fs.utimesSync(path.join(lab.root, '.sdlc/tools/first/tool.ts'), LONG_AGO, LONG_AGO)
  expect(await versionOf(lab)).toBe('1.0.5')
  writeTool(lab, 'second', bareTool({ version: '2.0.0' }, ''))
  expect(await versionOf(lab, 'second')).toBe('2.0.0')
  fs.rmSync(path.join(lab.root, '.sdlc/tools/second/tool.ts'))
  expect(await versionOf(lab, 'second')).toBeUndefined()
})

test('what a tool imports from beside it is seen at the next listing', async () => {
  await using lab = await openLab()
  const code = bareTool({}, '').replace('"version":"1.0.0"', '"version":word')
  lab.write('.sdlc/tools/_shared/word.ts', `export const word = '1.0.0'\n`)
  writeTool(lab, 'first', `import { word } from '../_shared/word'\n${code}`)
  await lab.call('trust.grant', { follow: '.sdlc/tools' })
  await settled(lab)
  expect(await versionOf(lab)).toBe('1.0.0')
  const hash = async () => (await lab.call('tool.info', { name: 'first' })).hash
  const before = await hash()
  lab.write('.sdlc/tools/_shared/word.ts', `export const word = '1.0.9'\n`)
  expect(await versionOf(lab)).toBe('1.0.9')
  expect(await hash()).not.toBe(before)
})

test('a tool that cannot be read says why, and not that it is not trusted', async () => {
  await using lab = await openLab()
  writeTool(lab, 'first', bareTool({}, ''))
  await trust(lab)
  fs.symlinkSync('/etc/hostname', path.join(lab.root, '.sdlc/tools/first/name.json'))
  const { message, fix } = await lab.refusal('tool.run', { name: 'first' })
  expect(message).toMatch(/first is broken: .*name\.json leads outside of the repository/)
  expect(fix).toBe('furrow tool info first')
  const { tools } = await lab.call('tool.list', {})
  expect(tools.find(({ name }) => name === 'first')?.error).toMatch(/leads outside/)
})
