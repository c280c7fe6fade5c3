import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Actor } from '../../operation/actor.ts'
import { locateRepository } from '../git/repository.ts'
import { Store, type Writer } from '../store.ts'

const person: Actor = { kind: 'person', id: 'person', door: 'cli' }

let counter = 0
const writer = (): Writer => {
  counter += 1
  return { operation: 'test.write', operationId: `op-${counter}`, actor: person }
}

function openBench() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-journal-')))
  execFileSync('git', ['init', '-q', path.join(root, 'repo')])
  const store = new Store({ repository: locateRepository(path.join(root, 'repo')), home: path.join(root, 'home') })
  return {
    store,
    file: (name: string) => path.join(root, 'repo', name),
    names: () => fs.readdirSync(path.join(root, 'repo')).sort(),
    [Symbol.dispose]() {
      store.close()
      fs.rmSync(root, { recursive: true, force: true })
    },
  }
}

test('undo takes the folders back that were made, and leaves those that are in use', async () => {
  using bench = openBench()
  const [made, moved] = [writer(), writer()]
  await bench.store.transact(made, tx => tx.create('sdd/changes/a/change.json', '{}'))
  await bench.store.transact(moved, tx => tx.rename('sdd/changes/a', 'sdd/history/2026/a'))
  await bench.store.undo(writer(), moved.operationId)
  expect(fs.readdirSync(bench.file('sdd'))).toEqual(['changes'])
  fs.writeFileSync(bench.file('sdd/notes.md'), 'mine')
  await bench.store.undo(writer(), made.operationId)
  expect(fs.readdirSync(bench.file('sdd'))).toEqual(['notes.md'])
})

test('a retried undo undoes once', async () => {
  using bench = openBench()
  await bench.store.transact(writer(), tx => tx.create('a.txt', 'a'))
  const second = writer()
  await bench.store.transact(second, tx => tx.create('b.txt', 'b'))
  const again = writer()
  expect(await bench.store.undo(again)).toMatchObject({ id: second.operationId })
  expect(await bench.store.undo(again)).toMatchObject({ id: second.operationId })
  expect(bench.names()).toEqual(['.git', 'a.txt'])
})

test('a file keeps its mode when its text is replaced', async () => {
  using bench = openBench()
  fs.writeFileSync(bench.file('secret.json'), '{}', { mode: 0o600 })
  fs.writeFileSync(bench.file('run.sh'), 'true\n', { mode: 0o755 })
  await bench.store.transact(writer(), tx => {
    for (const name of ['secret.json', 'run.sh']) {
      tx.read(name)
      tx.write(name, 'new')
    }
  })
  const modes = ['secret.json', 'run.sh'].map(name => fs.statSync(bench.file(name)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o755])
})

test('a file that was written and removed in one section never was', async () => {
  using bench = openBench()
  await bench.store.transact(writer(), tx => {
    tx.create('a.txt', 'a')
    tx.remove('a.txt')
    tx.create('b.txt', 'b')
  })
  expect(bench.names()).toEqual(['.git', 'b.txt'])
})

test.each([
  ['gone', (at: string) => fs.rmSync(`${at}/old`, { recursive: true })],
  ['there already', (at: string) => fs.mkdirSync(`${at}/new`)],
])(
  'a folder whose move fails because something is %s stops everything, and the next write works',
  async (says, meddle) => {
    using bench = openBench()
    await bench.store.transact(writer(), tx => tx.create('old/a.txt', 'a'))
    const moving = bench.store.transact(writer(), tx => {
      tx.create('log.txt', 'moved')
      tx.rename('old', 'new')
      meddle(path.dirname(bench.file('x')))
    })
    await expect(moving).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(says) })
    expect(bench.names()).not.toContain('log.txt')
    await bench.store.transact(writer(), tx => tx.create('b.txt', 'b'))
    expect(bench.names()).toContain('b.txt')
  },
)
