import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Actor } from '../operation/actor.ts'
import { isRefused, type Refused } from '../operation/errors.ts'
import { revisionOf } from './files/files.ts'
import { locateRepository } from './git/repository.ts'
import { Store, type Writer } from './store.ts'

const person: Actor = { kind: 'person', id: 'person', door: 'cli' }
const agent: Actor = { kind: 'agent', id: 'test-agent', door: 'mcp' }

let counter = 0
const writer = (more: Partial<Writer> = {}): Writer => {
  counter += 1
  return { operation: 'test.write', operationId: `op-${counter}`, actor: person, ...more }
}

function openBench() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-store-')))
  const root = path.join(base, 'repo')
  execFileSync('git', ['init', '-q', root])
  const open = (home = path.join(base, 'home')) => new Store({ repository: locateRepository(root), home })
  const store = open()
  return {
    base,
    root,
    store,
    open,
    file: (name: string) => path.join(root, name),
    text: (name: string) => fs.readFileSync(path.join(root, name), 'utf8'),
    [Symbol.dispose]() {
      store.close()
      fs.rmSync(base, { recursive: true, force: true })
    },
  }
}

async function refusalOf(work: Promise<unknown>): Promise<Refused> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isRefused(error)) throw new Error(`not refused: ${String(error)}`)
  return error
}

test('what a section writes is on the disk when it returns, with its folders', async () => {
  using bench = openBench()
  const revision = await bench.store.transact(writer(), tx => tx.create('sdd/changes/a/change.json', '{}\n'))
  expect(bench.text('sdd/changes/a/change.json')).toBe('{}\n')
  expect(revision).toBe(revisionOf(Buffer.from('{}\n')))
  expect(await bench.store.read('sdd/changes/a/change.json')).toMatchObject({ revision })
})

test('a section that throws or refuses leaves no trace', async () => {
  using bench = openBench()
  const broken = bench.store.transact(writer(), tx => {
    tx.create('a.txt', 'a')
    throw new Error('bug')
  })
  await expect(broken).rejects.toThrow('bug')
  expect(fs.readdirSync(bench.root)).toEqual(['.git'])
  expect(bench.store.log({ limit: 10 })).toEqual([])
})

test('a retried operation id applies once and answers the same', async () => {
  using bench = openBench()
  const again = writer()
  const first = await bench.store.transact(again, tx => ({ made: tx.create('a.txt', 'a') }))
  const second = await bench.store.transact(again, tx => ({ made: tx.create('a.txt', 'b') }))
  expect(second).toEqual(first)
  expect(bench.text('a.txt')).toBe('a')
})

test('a file that somebody else made is never taken for new', async () => {
  using bench = openBench()
  fs.writeFileSync(bench.file('a.txt'), 'mine')
  const refusal = await refusalOf(bench.store.transact(writer(), tx => tx.create('a.txt', 'ours')))
  expect(refusal).toMatchObject({ code: 'conflict', target: 'a.txt' })
  expect(bench.text('a.txt')).toBe('mine')
})

test('replacing needs the revision, or to have seen the newest text', async () => {
  using bench = openBench()
  const { store } = bench
  await store.transact(writer(), tx => tx.create('a.md', 'one'))
  await store.transact(writer({ actor: agent }), tx => tx.replace('a.md', 'two'))
  fs.writeFileSync(bench.file('a.md'), 'edited by hand')

  expect(await refusalOf(store.transact(writer(), tx => tx.replace('a.md', 'three')))).toMatchObject({
    code: 'conflict',
    details: { current_revision: revisionOf(Buffer.from('edited by hand')) },
  })
  expect(
    await refusalOf(store.transact(writer(), tx => tx.replace('a.md', 'three', revisionOf(Buffer.from('two'))))),
  ).toMatchObject({ code: 'stale_revision' })

  const seen = await store.read('a.md')
  if (seen === undefined) throw new Error('a.md is gone')
  store.shown(agent, seen)
  expect(await refusalOf(store.transact(writer(), tx => tx.replace('a.md', 'three')))).toMatchObject({
    code: 'conflict',
  })
  await store.transact(writer({ actor: agent }), tx => tx.replace('a.md', 'three'))
  expect(bench.text('a.md')).toBe('three')
})

test('undo brings back the bytes of every file, and undoing the undo too', async () => {
  using bench = openBench()
  const { store } = bench
  fs.writeFileSync(bench.file('old.txt'), 'old\r\n')
  const write = writer()
  await store.transact(write, tx => {
    tx.read('old.txt')
    tx.write('old.txt', 'new\n')
    tx.create('fresh.txt', 'fresh')
    tx.emit('file', 'old.txt')
  })
  const undo = writer({ operation: 'store.undo' })
  await store.undo(undo, write.operationId)
  expect(bench.text('old.txt')).toBe('old\r\n')
  expect(fs.existsSync(bench.file('fresh.txt'))).toBe(false)

  await store.undo(writer({ operation: 'store.undo' }), undo.operationId)
  expect(bench.text('old.txt')).toBe('new\n')
  expect(bench.text('fresh.txt')).toBe('fresh')
})

test('undo is refused with the later operation that has to go first', async () => {
  using bench = openBench()
  const { store } = bench
  const [first, second] = [writer(), writer()]
  await store.transact(first, tx => tx.create('a.txt', '1'))
  await store.transact(second, tx => tx.replace('a.txt', '2'))
  const refusal = await refusalOf(store.undo(writer(), first.operationId))
  expect(refusal).toMatchObject({ code: 'blocked', fix: `furrow undo ${second.operationId}` })
  expect(bench.text('a.txt')).toBe('2')

  await store.undo(writer(), second.operationId)
  await store.undo(writer(), first.operationId)
  expect(fs.existsSync(bench.file('a.txt'))).toBe(false)
})

test('undo of a file that was edited by hand since says so and keeps the edit', async () => {
  using bench = openBench()
  const write = writer()
  await bench.store.transact(write, tx => tx.create('a.txt', '1'))
  fs.writeFileSync(bench.file('a.txt'), 'by hand')
  const refusal = await refusalOf(bench.store.undo(writer(), write.operationId))
  expect(refusal.details?.reasons).toEqual([expect.objectContaining({ code: 'changed_outside' })])
  expect(bench.text('a.txt')).toBe('by hand')
})

test('an agent undoes only what it did itself', async () => {
  using bench = openBench()
  const [mine, theirs] = [writer({ actor: agent }), writer()]
  await bench.store.transact(theirs, tx => tx.create('theirs.txt', ''))
  await bench.store.transact(mine, tx => tx.create('mine.txt', ''))
  expect(await refusalOf(bench.store.undo(writer({ actor: agent }), theirs.operationId))).toMatchObject({
    code: 'needs_person',
  })
  await bench.store.undo(writer({ actor: agent }), mine.operationId)
  expect(fs.readdirSync(bench.root)).toEqual(['.git', 'theirs.txt'])
})

test('a folder moves as one, together with a file written in it, and comes back', async () => {
  using bench = openBench()
  const { store } = bench
  await store.transact(writer(), tx => tx.create('changes/a/change.json', 'active'))
  fs.writeFileSync(bench.file('changes/a/notes.bin'), Buffer.from([0, 255]))
  const archive = writer()
  await store.transact(archive, tx => {
    tx.read('changes/a/change.json')
    tx.write('changes/a/change.json', 'archived')
    tx.rename('changes/a', 'history/a')
  })
  expect(bench.text('history/a/change.json')).toBe('archived')
  expect(fs.readFileSync(bench.file('history/a/notes.bin'))).toEqual(Buffer.from([0, 255]))
  await store.undo(writer(), archive.operationId)
  expect(bench.text('changes/a/change.json')).toBe('active')
  expect(fs.existsSync(bench.file('changes/a/notes.bin'))).toBe(true)
})

test('events name what changed, and a change by another store wakes a watcher', async () => {
  using bench = openBench()
  using other = Object.assign(bench.open(), { [Symbol.dispose]: () => other.close() })
  const seen = new Promise<void>(resolve => {
    const watching = bench.store.events.watch(() => {
      const page = bench.store.events.since(0)
      if (page.kind !== 'events' || page.events.length === 0) return
      watching[Symbol.dispose]()
      resolve()
    })
  })
  await other.transact(writer({ actor: agent }), tx => {
    tx.emit('change', 'fix-login', tx.create('a.txt', ''))
  })
  await seen
  expect(bench.store.events.since(0)).toMatchObject({
    kind: 'events',
    events: [{ kind: 'change', id: 'fix-login', actor: agent, worktree: bench.root }],
  })
})

test('a change that names nothing itself is told too', async () => {
  using bench = openBench()
  const write = writer()
  await bench.store.transact(write, tx => tx.emit('file', 'a.txt', tx.create('a.txt', '')))
  const undo = writer({ operation: 'store.undo' })
  await bench.store.undo(undo, write.operationId)
  expect(bench.store.events.since(1)).toMatchObject({
    kind: 'events',
    events: [{ kind: 'log', id: undo.operationId }],
  })
})

test('a reader that asks for more than is kept is told to read everything again', async () => {
  using bench = openBench()
  await bench.store.transact(writer(), tx => tx.emit('a', 'a'))
  expect(bench.store.events.since(99)).toEqual({ kind: 'reset' })
  bench.store.state.exec(
    `INSERT INTO events (seq, worktree, kind, id, actor, at) VALUES (20001, '', 'x', 'x', '{}', 0)`,
  )
  bench.store.events.trim()
  expect(bench.store.events.since(0)).toEqual({ kind: 'reset' })
})

test('outbox effects are carried out once each and kept while they fail', async () => {
  using bench = openBench()
  const { store } = bench
  await store.transact(writer(), tx => tx.enqueue('memory.save', { title: 'a' }))
  let broken = true
  const done: unknown[] = []
  const handlers = {
    'memory.save': async ({ payload }: { payload: unknown }) => {
      if (broken) throw new Error('memory is closed')
      done.push(payload)
    },
  }
  await store.outbox.drain(handlers)
  expect(store.outbox.pending()).toHaveLength(1)
  broken = false
  await store.outbox.drain(handlers)
  await store.outbox.drain(handlers)
  expect(done).toEqual([{ title: 'a' }])
})

test('a second home takes over when the first is idle or gone, and not while it is at work', async () => {
  using bench = openBench()
  await bench.store.transact(writer(), tx => tx.create('a.txt', '1'))
  bench.store.leases.take('serve', 'serve', { now: 0 })
  using second = Object.assign(bench.open(path.join(bench.base, 'home2')), { [Symbol.dispose]: () => second.close() })
  const refusal = await refusalOf(second.transact(writer(), tx => tx.create('b.txt', '2')))
  expect(refusal).toMatchObject({ code: 'conflict', fix: 'furrow doctor adopt-home' })
  expect(await second.read('a.txt')).toMatchObject({ path: 'a.txt' })

  bench.store.leases.release('serve')
  await second.transact(writer(), tx => tx.create('b.txt', '2'))
  expect(bench.text('b.txt')).toBe('2')
})

test('D10: a state.db that is put in the place of the open one is noticed by the next write, which is refused', async () => {
  using bench = openBench()
  await bench.store.transact(writer(), tx => tx.create('a.txt', 'a\n'))
  const file = path.join(bench.store.folder, 'state.db')
  fs.copyFileSync(file, `${file}.copy`)
  fs.renameSync(`${file}.copy`, file)
  const refused = await refusalOf(bench.store.transact(writer(), tx => tx.create('b.txt', 'b\n')))
  expect(refused).toMatchObject({ code: 'damaged', target: file, fix: 'furrow doctor' })
  expect(fs.existsSync(bench.file('b.txt'))).toBe(false)
})

test('D10: a log that is taken from the open state.db is noticed by the next write, which is refused; nothing is lost', async () => {
  using bench = openBench()
  await bench.store.transact(writer(), tx => tx.create('a.txt', 'a\n'))
  const file = path.join(bench.store.folder, 'state.db')
  fs.rmSync(`${file}-wal`)
  const refused = await refusalOf(bench.store.transact(writer(), tx => tx.create('b.txt', 'b\n')))
  expect(refused).toMatchObject({ code: 'damaged', target: file, fix: 'furrow doctor' })
  bench.store.close()
  using next = Object.assign(bench.open(), { [Symbol.dispose]: () => next.close() })
  expect(next.lastWritten(next.worktree, 'a.txt')?.toString()).toBe('a\n')
  await next.transact(writer(), tx => tx.create('b.txt', 'b\n'))
})
