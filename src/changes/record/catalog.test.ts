import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { readCatalog } from './catalog.ts'

const LONG_AGO = new Date('2026-01-02T10:00:00Z')
const MANY = 25

async function shelved(): Promise<Lab> {
  const lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login' })
  await lab.call('change.cancel', { id: 'fix-login' })
  const text = lab.read('sdd/changes/fix-login/change.json')
  for (let n = 0; n < MANY; n += 1) put(lab, `old-${n}`, text.replaceAll('fix-login', `old-${n}`))
  return lab
}

function put(lab: Lab, id: string, text: string): void {
  lab.write(`sdd/changes/${id}/change.json`, text)
  fs.utimesSync(path.join(lab.root, `sdd/changes/${id}/change.json`), LONG_AGO, LONG_AGO)
}

const look = (lab: Lab) => readCatalog({ workspace: lab.app.workspace, store: lab.app.store, memo: new Map() })
const caches = (lab: Lab) =>
  fs
    .readdirSync(lab.app.store.folder)
    .flatMap(name => (name.startsWith('changes-') ? [path.join(lab.app.store.folder, name)] : []))

/** Files are trusted only when they have been still for a while; the clock of the file system cannot be set. */
async function known(lab: Lab): Promise<string> {
  const looked = () => {
    look(lab)
    return caches(lab).length
  }
  await expect.poll(looked, { timeout: 30_000, interval: 200 }).toBe(1)
  return caches(lab)[0] as string
}

test('finished changes are known without being read, and the answer is the same', async () => {
  await using lab = await shelved()
  const before = look(lab)
  expect(caches(lab)).toEqual([])
  await known(lab)
  const after = look(lab)
  expect(after.closed).toEqual(before.closed)
  expect(after.closed).toHaveLength(MANY + 1)
  expect(after.kept).toEqual([])
})

test('a file that is changed in place, damaged or removed is noticed at once', async () => {
  await using lab = await shelved()
  await known(lab)
  const text = lab.read('sdd/changes/old-1/change.json')
  lab.write('sdd/changes/old-1/change.json', text.replace('"cancelled"', '"active"   '))
  lab.write('sdd/changes/old-2/change.json', text.slice(0, 40))
  fs.rmSync(path.join(lab.root, 'sdd/changes/old-3'), { recursive: true })
  const { kept, damaged, closed } = look(lab)
  expect(kept.map(({ change }) => change.id)).toEqual(['old-1'])
  expect(damaged.map(({ id }) => id)).toEqual(['old-2'])
  expect(closed).toHaveLength(MANY - 2)
  expect((await lab.call('workspace.status', {})).needs[0]?.title).toContain('old-2')
})

test('a link in place of a known file is judged anew', async () => {
  await using lab = await shelved()
  await known(lab)
  const outside = path.join(path.dirname(lab.root), 'elsewhere')
  fs.renameSync(path.join(lab.root, 'sdd/changes/old-4'), outside)
  fs.symlinkSync(outside, path.join(lab.root, 'sdd/changes/old-4'))
  fs.writeFileSync(path.join(outside, 'change.json'), fs.readFileSync(path.join(outside, 'change.json')))
  expect(look(lab).damaged.map(({ id }) => id)).toEqual(['old-4'])
})

test('what is remembered may be damaged, of another version, or gone', async () => {
  await using lab = await shelved()
  const file = await known(lab)
  for (const text of ['{"version":1,"known":', 'null', '{"version":99,"known":{}}', '[]', '{"version":1}']) {
    fs.writeFileSync(file, text)
    expect(look(lab).closed).toHaveLength(MANY + 1)
  }
  fs.rmSync(file)
  expect(look(lab).closed).toHaveLength(MANY + 1)
})

test('a few changes are read, and nothing is left in the home', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login' })
  await lab.call('change.cancel', { id: 'fix-login' })
  expect(look(lab).closed.map(({ id }) => id)).toEqual(['fix-login'])
  expect(caches(lab)).toEqual([])
})
