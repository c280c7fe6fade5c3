import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { trust } from '../../../tests/support/tools.ts'
import { filesHash } from './copy.ts'

const NOTES = '.sdlc/tools/.furrow-shipped.json'
const META = '.sdlc/tools/build/meta.ts'
const TOOL = '.sdlc/tools/build/tool.ts'

/** As if an older Furrow had added the tool: its files are older, and noted so. */
async function addedOnce(lab: Lab): Promise<void> {
  await lab.call('tool.add', { name: 'build' })
  const notes = JSON.parse(lab.read(NOTES)) as { files: Record<string, string> }
  for (const file of ['build/meta.ts', 'build/tool.ts', 'build/former.ts']) {
    lab.write(`.sdlc/tools/${file}`, '// older\n')
    notes.files[file] = filesHash(Buffer.from('// older\n'))
  }
  lab.write(NOTES, JSON.stringify(notes))
}

test('a tool that was added is brought to the newer one; what was edited is kept aside, named and compared', async () => {
  await using lab = await openLab()
  await addedOnce(lab)
  lab.write(META, '// mine\n')
  const { tools } = await lab.call('tool.available', {})
  expect(tools.filter(({ newer }) => newer).map(({ name }) => name)).toEqual(['build'])
  const shown = await lab.call('tool.update', { name: 'build', dry_run: true })
  expect(shown).toMatchObject({ written: [META, TOOL], removed: ['.sdlc/tools/build/former.ts'], kept_aside: [META] })
  expect(lab.read(META)).toBe('// mine\n')
  const done = await lab.call('tool.update', { name: 'build' })
  expect(done).toEqual({ ...shown, dry_run: false, kept_aside: [`${META}.mine`] })
  expect(lab.read(`${META}.mine`)).toBe('// mine\n')
  expect(lab.read(META)).toContain('Fix build errors')
  expect(lab.list('.sdlc/tools/build')).not.toContain('former.ts')
  const [meta, tool] = done.differences
  expect(meta).toMatchObject({ path: META, edited: true, diff: expect.stringContaining('-// mine') })
  expect(tool).toMatchObject({ path: TOOL, edited: false, diff: expect.stringContaining('-// older') })
  expect(await lab.call('tool.update', {})).toMatchObject({ kept_aside: [], removed: [] })
  expect(await lab.call('tool.update', {})).toMatchObject({ written: [] })
  await trust(lab)
  expect(await lab.call('tool.info', { name: 'build' })).toMatchObject({ trusted: true, problems: [] })
})

test('a tool that was changed here stays, as long as Furrow ships nothing newer', async () => {
  await using lab = await openLab()
  await lab.call('tool.add', { name: 'build' })
  lab.write(META, '// mine\n')
  expect((await lab.call('tool.update', {})).written.filter(file => file.includes('/build/'))).toEqual([])
  expect(lab.read(META)).toBe('// mine\n')
})

test('a tool of the same name that this repository made itself is never replaced', async () => {
  await using lab = await openLab()
  await lab.call('tool.add', { name: 'build' })
  await lab.call('tool.remove', { name: 'build' })
  await lab.call('tool.create', { name: 'build' })
  const own = lab.read(TOOL)
  await lab.call('tool.update', {})
  expect(lab.read(TOOL)).toBe(own)
  expect(await lab.refusal('tool.update', { name: 'build' })).toMatchObject({
    code: 'invalid_state',
    fix: 'furrow tool info build',
  })
  expect(await lab.refusal('tool.update', { name: 'notify' })).toMatchObject({ code: 'not_found' })
})

test('a damaged note of what Furrow wrote is named, and nothing is replaced', async () => {
  await using lab = await openLab()
  await lab.call('tool.add', { name: 'build' })
  lab.write(NOTES, '{"files": [')
  expect(await lab.refusal('tool.update', {})).toMatchObject({ code: 'damaged', target: NOTES, fix: 'furrow doctor' })
  expect(lab.read(NOTES)).toBe('{"files": [')
})
