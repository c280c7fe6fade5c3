import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import type { LogCheck } from '../../src/store/log-chain/check.ts'
import { startChain } from '../../src/store/log-chain/link.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { figure } from './figures.ts'
import { done, perform } from './orders.ts'
import { type Fault, startWorker } from './worker.ts'

const ENTRIES = ['one', 'two', 'three', 'four', 'five']

/** What somebody else does to the log, and what is said of it. */
const EDITS: Readonly<Record<string, readonly [sql: string, says: readonly RegExp[]]>> = {
  'a summary that was edited': [
    `UPDATE operations SET summary = 'nothing' WHERE id = 'three'`,
    [/^Entry three \(2026-01-02 10:15:00, test\.write: nothing\) was changed after it was logged\.$/],
  ],
  'another actor': [`UPDATE operations SET actor = '{"kind":"agent"}' WHERE id = 'three'`, [/^Entry three .* changed/]],
  'another time': [`UPDATE operations SET at = at + 1 WHERE id = 'three'`, [/^Entry three .* changed/]],
  'a time that no date can hold': [`UPDATE operations SET at = 9e18 WHERE id = 'five'`, [/^Entry five .* changed/]],
  'another file': [`UPDATE changes SET path = 'x' WHERE operation = 3`, [/^Entry three .* changed/]],
  'a change that was taken out': ['DELETE FROM changes WHERE operation = 3', [/^Entry three .* changed/]],
  'an entry taken out of the middle': [
    `DELETE FROM operations WHERE id = 'three'`,
    [/^Entry three \(2026-01-02 10:15:00, test\.write\) is missing/],
  ],
  'an entry taken out of the middle, with its link': [
    `DELETE FROM operations WHERE id = 'three'; DELETE FROM log_chain WHERE id = 'three'`,
    [/^1 entry is missing from the log between two .* and four /],
  ],
  'the same, with the numbers closed up': [
    `DELETE FROM operations WHERE id = 'three'; DELETE FROM log_chain WHERE id = 'three';
     UPDATE log_chain SET n = n - 1 WHERE n > 3`,
    [/^Entry four .* was not logged after two /, /^Entry four .* changed/, /^Entry five .* changed/, /^1 entry .* end/],
  ],
  'the newest entry': [`DELETE FROM operations WHERE id = 'five'`, [/^Entry five .* is missing/]],
  'the newest entry, with its link': [
    `DELETE FROM operations WHERE id = 'five'; DELETE FROM log_chain WHERE id = 'five'`,
    [/^1 entry is missing at the end of the log, up to five \(2026-01-02 10:15:00, test\.write\)/],
  ],
  'the newest entry marked as given up, without its link': [
    `UPDATE operations SET state = 'aborted' WHERE id = 'five'; DELETE FROM log_chain WHERE id = 'five'`,
    [/^1 entry is missing at the end/],
  ],
  'the whole log': ['DELETE FROM operations; DELETE FROM log_chain', [/^5 entries are missing at the end/]],
  'the oldest entry, with its link': [
    `DELETE FROM operations WHERE id = 'one'; DELETE FROM log_chain WHERE id = 'one'`,
    [/^What came before two .* is missing/],
  ],
  'two entries that changed places': [
    `PRAGMA foreign_keys=OFF; UPDATE operations SET seq = 99 WHERE seq = 2; UPDATE operations SET seq = 2 WHERE seq = 4;
     UPDATE operations SET seq = 4 WHERE seq = 99`,
    [/^Entry two .* changed/, /^Entry four .* changed/],
  ],
  'two links that changed places': [
    'UPDATE log_chain SET n = 99 WHERE n = 2; UPDATE log_chain SET n = 2 WHERE n = 3; UPDATE log_chain SET n = 3 WHERE n = 99',
    [/^Entry three .* after one/, /three .* changed/, /^Entry two .* after/, /two .* changed/, /^Entry four .* after/],
  ],
  'an entry that was put in': [
    `INSERT INTO operations SELECT 77, 'foreign', name, worktree, actor, at, state, 'approved', result, effects, NULL, NULL
     FROM operations WHERE id = 'one'`,
    [/^Entry foreign .*approved\) was added to the log, but not by this version of Furrow\.$/],
  ],
  'a mark that an entry was undone': [
    `UPDATE operations SET undone_by = 'nobody' WHERE id = 'two'`,
    [/^Entry two .*: the mark that it was undone was changed/],
  ],
}

test.each(Object.entries(EDITS))('X21 %s is found, work goes on, and it is still found', async (_, [sql, says]) => {
  using lab = await withLog()
  edit(lab, sql)
  expect((await check(lab)).damage).toEqual(says.map(one => expect.stringMatching(one)))
  await done(lab, write('next'))
  expect((await check(lab)).damage).not.toEqual([])
})

test('X21 a chain that was calculated again up to its end is found by the head beside it', async () => {
  using lab = await withLog()
  const database = new DatabaseSync(stateOf(lab))
  database.exec(`UPDATE operations SET summary = 'nothing' WHERE id = 'three'`)
  startChain(database, { at: lab.now, why: 'forged' })
  database.close()
  expect((await check(lab)).damage).toEqual([expect.stringMatching(/^The chain was calculated again, up to five /)])
})

test('X21 an entry that took the place of one that was cut off is found by the head too', async () => {
  using lab = await withLog()
  edit(lab, `DELETE FROM operations WHERE id = 'five'; DELETE FROM log_chain WHERE id = 'five'`)
  for (const id of ['six', 'seven']) await done(lab, write(id))
  expect((await check(lab)).damage).toEqual([
    expect.stringMatching(/^Entry five .* is missing .*; six .* is at its place/),
  ])
})

test('X21 doctor names the entry, and a repair keeps the file and says in the log what was found', async () => {
  using lab = await withLog()
  expect(await doctor(lab)).toMatchObject({ level: 'ok', message: 'The log is as it was written (5 entries).' })
  edit(lab, `UPDATE operations SET summary = 'nothing' WHERE id = 'three'`)
  expect(await doctor(lab)).toMatchObject({
    level: 'problem',
    message: expect.stringContaining('Entry three (2026-01-02 10:15:00, test.write: nothing) was changed'),
    fix: 'furrow doctor repair',
  })
  const reply = await lab.perform({ call: 'doctor.repair', input: {}, id: 'repair' })
  expect(reply).toMatchObject({ ok: true, value: { repaired: [expect.stringContaining('begins a new chain')] } })
  expect(fs.readdirSync(path.dirname(stateOf(lab))).filter(name => name.includes('.log-changed-'))).toHaveLength(1)
  expect(await doctor(lab)).toMatchObject({ level: 'ok', message: expect.stringContaining('repair: Entry three') })
  const [newest] = await lab.withApp(async app => app.store.log({ limit: 1 }))
  expect(newest).toMatchObject({ operation: 'doctor.repair', summary: expect.stringContaining('Entry three') })
})

test('X21 undo is an entry like any other, and hiding it is found', async () => {
  using lab = await withLog()
  await done(lab, { call: 'store.undo', input: { id: 'five' }, id: 'undo' })
  await done(lab, { call: 'store.undo', input: { id: 'undo' }, id: 'redo' })
  expect(await check(lab)).toMatchObject({ entries: 7, damage: [] })
  edit(lab, `UPDATE operations SET undone_by = NULL WHERE id = 'five'`)
  expect((await check(lab)).damage).toEqual([expect.stringMatching(/^Entry five .*: the mark that it was undone/)])
  await lab.withApp(app => app.store.restartLogChain())
  expect(await check(lab)).toMatchObject({ entries: 7, damage: [] })
})

test('X21 texts that are no longer kept after 30 days leave the log as it was', async () => {
  using lab = await withLog()
  await using worker = await startWorker(lab, { now: lab.now + 40 * 24 * 60 * 60 * 1000 })
  for (const id of ['later', 'last']) expect(await worker.ask(write(id))).toMatchObject({ reply: { ok: true } })
  expect(rows(lab, 'SELECT count(*) AS n FROM images WHERE at = (SELECT min(at) FROM operations)')).toEqual([{ n: 0 }])
  expect(await check(lab)).toMatchObject({ entries: 7, damage: [] })
})

test('X21 a process that is killed between an entry and the head beside it is no finding', async () => {
  using lab = await withLog()
  lab.freeze()
  // A copy is another file, which is looked through first: that counts too.
  lab.restore()
  const before = fs.readFileSync(`${stateOf(lab)}-head`, 'utf8')
  const counts = await faulty(lab, { kind: 'error', call: 'none', at: 1, code: 'EIO' })
  lab.restore()
  expect(await faulty(lab, { kind: 'kill', every: 'calls', at: counts?.['last commit'] ?? 0 })).toBeUndefined()
  expect(rows(lab, 'SELECT n, id FROM log_chain ORDER BY n DESC LIMIT 1')).toEqual([{ n: 6, id: 'six' }])
  expect(fs.readFileSync(`${stateOf(lab)}-head`, 'utf8')).toBe(before)
  expect(await check(lab)).toMatchObject({ entries: 6, damage: [] })
  await done(lab, write('seven'))
  expect(head(lab)).toMatchObject({ n: 7, id: 'seven' })
  expect(await check(lab)).toMatchObject({ entries: 7, damage: [] })
})

test('X21 a head that cannot be written stops nothing', async () => {
  using lab = await withLog()
  fs.rmSync(`${stateOf(lab)}-head`)
  expect((await check(lab)).damage).toEqual([expect.stringMatching(/state\.db-head is missing/)])
  fs.mkdirSync(`${stateOf(lab)}-head`)
  await done(lab, write('six'))
  fs.rmdirSync(`${stateOf(lab)}-head`)
  await done(lab, write('seven'))
  expect(fs.statSync(`${stateOf(lab)}-head`).mode & 0o777).toBe(0o600)
  expect(await check(lab)).toMatchObject({ entries: 7, damage: [] })
})

test('X21 four processes that write at once make one chain', async () => {
  using lab = openFaultLab()
  await done(lab, write('first'))
  const workers = await Promise.all(Array.from({ length: 4 }, () => startWorker(lab)))
  await Promise.all(
    workers.map(async (worker, index) => {
      for (let n = 0; n < 10; n += 1)
        expect(await worker.ask(write(`${index}-${n}`))).toMatchObject({ reply: { ok: true } })
      await worker[Symbol.asyncDispose]()
    }),
  )
  expect(await check(lab)).toEqual({ entries: 41, damage: [] })
  expect(head(lab)).toMatchObject({ n: 41 })
  figure('X21', '4 processes, 10 writes each', 'one chain of 41 entries')
})

test('X21 a log of Furrow 0.1 is chained from its update on', async () => {
  using lab = await withLog()
  const sql = fs.readFileSync(path.join(import.meta.dirname, 'fixtures/state-v1.sql'), 'utf8')
  for (const suffix of ['', '-wal', '-shm', '-head', '-checked']) fs.rmSync(`${stateOf(lab)}${suffix}`, { force: true })
  const old = new DatabaseSync(stateOf(lab))
  old.exec(sql)
  const { n } = old.prepare(`SELECT count(*) AS n FROM operations WHERE state = 'done'`).get() as { n: number }
  old.close()
  const { start, ...found } = await check(lab)
  expect(found).toEqual({ entries: n, damage: [] })
  expect(start).toMatchObject({ why: 'update from Furrow 0.1', at: expect.any(Number) })
  await done(lab, write('new'))
  expect(await check(lab)).toMatchObject({ entries: n + 1, damage: [] })
  edit(lab, `UPDATE operations SET summary = 'nothing' WHERE seq = 1`)
  expect((await check(lab)).damage).toEqual([expect.stringMatching(/config\.set: nothing\) was changed/)])
})

async function withLog(): Promise<FaultLab> {
  const lab = openFaultLab()
  await lab.withApp(async app => {
    for (const id of ENTRIES) expect(await perform(app, write(id))).toMatchObject({ ok: true })
  })
  return lab
}

function write(id: string) {
  return { steps: [{ write: `${id}.txt`, text: id }], id }
}

async function faulty(lab: FaultLab, fault: Fault) {
  await using worker = await startWorker(lab, { preload: true })
  return (await worker.ask(write('six'), { fault, fresh: true }))?.counts
}

function check(lab: FaultLab): Promise<LogCheck> {
  return lab.withApp(async app => app.store.checkLog())
}

async function doctor(lab: FaultLab): Promise<unknown> {
  const reply = await lab.perform({ call: 'doctor.check', input: {}, id: 'doctor' })
  const { findings } = (reply as { value: { findings: { check: string }[] } }).value
  return findings.find(finding => finding.check === 'log')
}

function stateOf(lab: FaultLab): string {
  const [id = ''] = fs.readdirSync(path.join(lab.home, 'repos'))
  return path.join(lab.home, 'repos', id, 'state.db')
}

function head(lab: FaultLab): unknown {
  return JSON.parse(fs.readFileSync(`${stateOf(lab)}-head`, 'utf8'))
}

function edit(lab: FaultLab, sql: string): void {
  const database = new DatabaseSync(stateOf(lab))
  database.exec(sql)
  database.close()
}

function rows(lab: FaultLab, sql: string): unknown[] {
  const database = new DatabaseSync(stateOf(lab), { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}
