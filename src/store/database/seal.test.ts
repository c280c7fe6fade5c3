import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import type { Actor } from '../../operation/actor.ts'
import { revisionOf } from '../files/files.ts'
import { locateRepository } from '../git/repository.ts'
import { Store, type Writer } from '../store.ts'

const person: Actor = { kind: 'person', id: 'person', door: 'cli' }

let counter = 0
const writer = (operation = 'test.write'): Writer => {
  counter += 1
  return { operation, operationId: `op-${counter}`, actor: person }
}

interface Planted {
  readonly kind: 'write' | 'rename' | 'remove'
  readonly root: string
  readonly path: string
  readonly target?: string
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly temp?: string
}

/** A home with a secret and a config, and a state.db that others write into as a tool can. */
async function openForged() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-seal-')))
  const [repo, home] = [path.join(base, 'repo'), path.join(base, 'home')]
  execFileSync('git', ['init', '-q', repo])
  const open = () => new Store({ repository: locateRepository(repo), home })
  const first = open()
  await first.transact(writer(), tx => tx.create('a.txt', 'a'))
  const stateFile = path.join(first.folder, 'state.db')
  first.close()
  fs.writeFileSync(path.join(home, 'secrets/identity.txt'), 'AGE-SECRET')
  fs.writeFileSync(path.join(home, 'config.yaml'), 'mine')
  const plant = (state: 'open' | 'done', steps: readonly Planted[], name = 'config.set') => {
    const database = new DatabaseSync(stateFile)
    counter += 1
    const { lastInsertRowid } = database
      .prepare(
        `INSERT INTO operations (id, name, worktree, actor, at, state, summary, result, effects)
         VALUES (?, ?, ?, ?, ?, ?, 'planted', 'null', '{"events":[],"outbox":[]}')`,
      )
      .run(`planted-${counter}`, name, repo, JSON.stringify(person), Date.now(), state)
    const step = database.prepare(
      `INSERT INTO changes (operation, n, kind, root, path, target, before, after, mode, temp)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    for (const [n, { kind, root, path: file, target, before, after, temp }] of steps.entries())
      step.run(lastInsertRowid, n, kind, root, file, target ?? null, before ?? null, after ?? null, 420, temp ?? null)
    database.close()
    return `planted-${counter}`
  }
  return { repo, home, stateFile, open, plant, [Symbol.dispose]: () => fs.rmSync(base, { recursive: true }) }
}

test('an operation that was put into the journal by a tool is not carried out on files of the home', async () => {
  using forged = await openForged()
  const { repo, home, plant } = forged
  const done = { kind: 'write', root: repo, path: 'a.txt', after: revisionOf(Buffer.from('a')) } as const
  plant('open', [done, { kind: 'rename', root: home, path: 'secrets/identity.txt', target: 'stolen' }])
  const temp = path.join(home, '.furrow-planted-1.tmp')
  fs.writeFileSync(temp, 'theirs')
  const ours = revisionOf(Buffer.from('mine'))
  plant('open', [
    done,
    { kind: 'write', root: home, path: 'config.yaml', before: ours, after: revisionOf(Buffer.from('theirs')), temp },
  ])
  const store = forged.open()
  await store.transact(writer(), tx => tx.create('b.txt', 'b'))
  expect(fs.readFileSync(path.join(home, 'secrets/identity.txt'), 'utf8')).toBe('AGE-SECRET')
  expect(fs.readFileSync(path.join(home, 'config.yaml'), 'utf8')).toBe('mine')
  expect(store.listSetAside().map(({ name, places }) => [name, places.at(-1)])).toEqual([
    ['config.set', path.join(home, 'secrets/identity.txt')],
    ['config.set', path.join(home, 'config.yaml')],
  ])
  expect(store.log({ limit: 10 }).map(({ operation }) => operation)).toEqual(['test.write', 'test.write'])
  await store.forgetSetAside()
  expect(store.listSetAside()).toEqual([])
  store.close()
})

test('where no key was made yet, an open operation without a seal is set aside all the same', async () => {
  using forged = await openForged()
  fs.rmSync(path.join(forged.home, 'secrets/journal.key'))
  const before = revisionOf(Buffer.from('mine'))
  forged.plant('open', [{ kind: 'remove', root: forged.home, path: 'config.yaml', before }])
  const store = forged.open()
  await store.settled()
  expect(store.listSetAside()).toMatchObject([{ name: 'config.set' }])
  expect(fs.readFileSync(path.join(forged.home, 'config.yaml'), 'utf8')).toBe('mine')
  store.close()
})

test("a row that Furrow cannot have written stands in nobody's way", async () => {
  using forged = await openForged()
  const { repo, plant } = forged
  const after = revisionOf(Buffer.from('x'))
  plant('open', [{ kind: 'write', root: repo, path: 'x.txt', after, temp: path.join(repo, '../../elsewhere/x') }])
  plant('open', [{ kind: 'write', root: repo, path: 'y.txt', after, temp: path.join(repo, 'a.txt') }])
  plant('open', [{ kind: 'remove', root: repo, path: '../home/config.yaml', before: after }])
  const store = forged.open()
  await store.settled()
  await store.transact(writer(), tx => tx.create('b.txt', 'b'))
  expect(store.listSetAside()).toHaveLength(3)
  expect(fs.readFileSync(path.join(repo, 'a.txt'), 'utf8')).toBe('a')
  expect(fs.readFileSync(path.join(forged.home, 'config.yaml'), 'utf8')).toBe('mine')
  store.close()
})

test('an entry that a tool wrote is not undone on files of the home, and decides nothing', async () => {
  using forged = await openForged()
  const { home, plant } = forged
  const [before, after] = ['theirs', 'mine'].map(text => revisionOf(Buffer.from(text)))
  const id = plant('done', [{ kind: 'write', root: home, path: 'config.yaml', before, after }])
  plant('done', [], 'artifact.approve')
  const database = new DatabaseSync(forged.stateFile)
  database.prepare('INSERT INTO images VALUES (?, ?, ?)').run(before ?? '', Buffer.from('theirs'), Date.now())
  database.close()
  const store = forged.open()
  await expect(store.undo(writer(), id)).rejects.toMatchObject({
    code: 'blocked',
    message: expect.stringContaining(id),
  })
  expect(fs.readFileSync(path.join(home, 'config.yaml'), 'utf8')).toBe('mine')
  expect(store.decisions({ names: ['artifact.approve'], prefix: '' })).toEqual([])
  expect(store.seals.forged()).toEqual([id, id.replace(/\d+$/, digits => String(Number(digits) + 1))])
  await store.transact(writer('artifact.approve'), tx => {
    tx.describe('approved')
    tx.emit('log', 'x')
  })
  expect(store.decisions({ names: ['artifact.approve'], prefix: '' })).toMatchObject([{ summary: 'approved' }])
  store.close()
})

test('a text of the log that was exchanged is not brought back', async () => {
  using forged = await openForged()
  const store = forged.open()
  const changed = writer()
  await store.transact(changed, tx => {
    tx.read('a.txt')
    tx.write('a.txt', 'b')
  })
  const database = new DatabaseSync(forged.stateFile)
  database
    .prepare('UPDATE images SET bytes = ? WHERE revision = ?')
    .run(Buffer.from('evil'), revisionOf(Buffer.from('a')))
  database.close()
  await expect(store.undo(writer(), changed.operationId)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(fs.readFileSync(path.join(forged.repo, 'a.txt'), 'utf8')).toBe('b')
  store.close()
})

test('a sealed operation on the home that was cut short is finished, and one that was changed is not', async () => {
  using forged = await openForged()
  const store = forged.open()
  const [kept, changed] = [writer(), writer()]
  await store.transact(kept, tx => tx.under(forged.home).create('one.yaml', 'one'))
  await store.transact(changed, tx => tx.under(forged.home).create('two.yaml', 'two'))
  store.close()
  const database = new DatabaseSync(forged.stateFile)
  database.prepare(`UPDATE operations SET state = 'open' WHERE id IN (?, ?)`).run(kept.operationId, changed.operationId)
  database.prepare(`UPDATE operations SET summary = 'other' WHERE id = ?`).run(changed.operationId)
  database.close()
  const next = forged.open()
  await next.transact(writer(), tx => tx.create('b.txt', 'b'))
  expect(next.entry(kept.operationId)).toMatchObject({ id: kept.operationId })
  expect(next.listSetAside()).toMatchObject([{ id: changed.operationId }])
  next.close()
})

test('a key that was damaged is replaced by the next write', async () => {
  using forged = await openForged()
  fs.writeFileSync(path.join(forged.home, 'secrets/journal.key'), 'half')
  const store = forged.open()
  await store.transact(writer('artifact.approve'), tx => {
    tx.describe('approved')
    tx.emit('log', 'x')
  })
  expect(store.decisions({ names: ['artifact.approve'], prefix: '' })).toHaveLength(1)
  store.close()
})
