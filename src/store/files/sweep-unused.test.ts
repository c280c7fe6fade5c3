import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freshProcess } from '../../../tests/support/store/fresh-process.ts'
import { gitLab } from '../../../tests/support/store/git-lab.ts'
import { sweepUnused, touchUsed, UNUSED_MS } from './sweep-unused.ts'

function folderOf(names: readonly string[], days: number): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-sweep-')))
  for (const name of names) {
    fs.mkdirSync(path.join(folder, name))
    fs.writeFileSync(path.join(folder, name, 'text'), name)
    age(path.join(folder, name), days)
  }
  return folder
}

function age(place: string, days: number): void {
  const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000)
  fs.utimesSync(place, at, at)
}

const EVERY = { named: /^[\da-f]+$/, olderThanMs: UNUSED_MS }

test('only what is old, unused and named like an entry goes, and not all at once', () => {
  const names = Array.from({ length: 25 }, (_, index) => index.toString(16))
  const folder = folderOf([...names, 'other'], 100)
  touchUsed(path.join(folder, '3'))
  const swept = sweepUnused(folder, { ...EVERY, isUnused: place => !place.endsWith('/4') })
  expect(swept).toHaveLength(20)
  expect(sweepUnused(folder, { ...EVERY, isUnused: place => !place.endsWith('/4') })).toHaveLength(3)
  expect(fs.readdirSync(folder).toSorted()).toEqual(['3', '4', 'other'])
  expect(sweepUnused(path.join(folder, 'nowhere'), EVERY)).toEqual([])
  fs.rmSync(folder, { recursive: true })
})

test('processes that sweep at the same time remove each entry once, and none fails', async () => {
  const names = Array.from({ length: 60 }, (_, index) => index.toString(16))
  const folder = folderOf(names, 100)
  const text = `import { sweepUnused } from './sweep-unused.ts'
for (let n = 0; n < 40; n += 1) for (const name of sweepUnused(process.argv[2], { named: /^[\\da-f]+$/, olderThanMs: ${UNUSED_MS} })) console.log(name)`
  await using script = await freshProcess(import.meta.url, text)
  const said = await Promise.all([1, 2, 3].map(() => script.run([folder], [], ['env'])))
  expect(said.map(({ stderr }) => stderr)).toEqual(['', '', ''])
  const swept = said.flatMap(({ stdout }) => stdout.split('\n').filter(name => name !== ''))
  expect(new Set(swept).size).toBe(swept.length)
  expect(fs.readdirSync(folder)).toEqual([])
  fs.rmSync(folder, { recursive: true })
})

test('what git was told of repositories that are gone is swept; of those that are there it stays', async () => {
  using lab = gitLab()
  const home = path.join(lab.folder, 'furrow-home')
  fs.mkdirSync(home)
  await using script = await freshProcess(
    import.meta.url,
    `import { gitStatus } from '../git/git.ts'\nawait gitStatus(process.argv[2])`,
  )
  const env = ['env', `HOME=${lab.folder}`, `FURROW_HOME=${home}`]
  const [gone, there] = [lab.repository('gone'), lab.repository('there')]
  for (const at of [gone, there]) await script.run([at], [], env)
  const folder = path.join(home, 'git')
  expect(fs.readdirSync(folder)).toHaveLength(2)
  fs.rmSync(gone, { recursive: true })
  for (const name of fs.readdirSync(folder)) age(path.join(folder, name), 100)
  await script.run([lab.repository('new')], [], env)
  const left = fs.readdirSync(folder).map(name => {
    const config = path.join(folder, name, 'config')
    return fs.readlinkSync(path.join(config, fs.readdirSync(config)[0] ?? '', 'objects'))
  })
  expect(left.toSorted()).toEqual([path.join(lab.folder, 'new/.git/objects'), path.join(there, '.git/objects')])
})
