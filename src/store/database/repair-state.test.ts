import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from '../../../tests/faults/figures.ts'
import { full } from '../../../tests/support/full.ts'
import { revisionOf } from '../files/files.ts'
import type { TableRule } from '../salvage/found-rows.ts'
import { DAMAGES, LAB_PAGE_SIZE, measure, type PlacedRow, placeRows, seeded } from '../salvage/salvage-lab.ts'
import { insertRow } from '../salvage/table-shape.ts'
import { rebuildState, stateRules } from './repair-state.ts'
import { type Database, immediateTransaction, readDatabase } from './sqlite.ts'
import { openState } from './state.ts'

const OPERATIONS = 250
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-state-'))
const file = path.join(folder, 'state.db')
let rules: TableRule[]
let placed: PlacedRow[]
let bytes: Buffer

beforeAll(() => {
  const { database } = openState(file)
  immediateTransaction(database, () => {
    for (let seq = 1; seq <= OPERATIONS; seq += 1) addOperation(database, seq)
    for (let seq = 80; seq < 120; seq += 1) database.exec(`DELETE FROM operations WHERE seq = ${seq}`)
  })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  using reader = readDatabase(file)
  rules = stateRules(reader)
  placed = placeRows(reader, rules)
  bytes = fs.readFileSync(file)
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Files of all sizes, also such that look like pages of a database themselves. */
function addOperation(database: Database, seq: number): void {
  const length = seq % 12 === 0 ? 30_000 : 40 * (seq % 10)
  const image =
    seq % 12 === 0 ? Buffer.alloc(length, `\x0d\0\0\0\x01 ${seq}`) : Buffer.from(`text ${seq} `.repeat(length))
  const revision = revisionOf(image)
  const actor = JSON.stringify({ kind: 'person', id: 'person', door: 'cli' })
  insertRow(database, 'images', { revision, bytes: image, at: seq })
  const more = { summary: null, result: 'null', effects: '{"events":[],"outbox":[]}', undoes: null, undone_by: null }
  const head = { seq, id: `operation-${seq}`, name: 'config.set', worktree: '/somewhere', actor, at: seq }
  insertRow(database, 'operations', { ...head, state: 'done', ...more })
  for (let n = 0; n < 1 + (seq % 3); n += 1) {
    const place = { operation: seq, n, kind: 'write', root: '/somewhere', path: `folder/file-${seq}-${n}` }
    const none = { target: null, before: null, mode: null, temp: null, made: null, prune: null }
    insertRow(database, 'changes', { ...place, ...none, after: revision })
    insertRow(database, 'known', { root: place.root, path: place.path, caller: 'furrow', revision })
  }
}

test('D10: every row of a state.db whose pages are whole comes back', () => {
  let [expected, recovered] = [0, 0]
  for (const [name, damage] of Object.entries(DAMAGES))
    for (let seed = 1; seed <= (full ? 20 : 1); seed += 1) {
      const measured = measure({ bytes, placed }, rules, damage(bytes, seeded(seed)))
      expect(measured.missing, `${name}, seed ${seed}`).toEqual([])
      // Where the list of free pages is hit, what is deleted cannot be told from what is not.
      if (!/swapped|flips|random page|pages zeroed/.test(name))
        expect(measured.foreign, `${name}, seed ${seed}`).toEqual([])
      expected += measured.expected
      recovered += measured.recovered
    }
  figure(
    'D10',
    `rows of state.db on whole pages, of ${placed.length} on ${bytes.length / LAB_PAGE_SIZE} pages, came back`,
    `${recovered} of ${expected}`,
  )
  expect(recovered).toBe(expected)
}, 3_600_000)

test('D10: an operation that lost a part of its changes cannot be undone by halves', async () => {
  const target = fs.mkdtempSync(path.join(folder, 'halves-'))
  const damaged = Buffer.from(bytes).fill(0, 0, 100)
  const some = placed.filter(({ table }) => table === 'changes').flatMap(({ pages }) => pages)
  const page = some[Math.floor(some.length / 2)] ?? 0
  damaged.fill(0, (page - 1) * LAB_PAGE_SIZE, page * LAB_PAGE_SIZE)
  fs.writeFileSync(path.join(target, 'state.db'), damaged)
  const { operations, unreadable, kept } = await rebuildState(target, 0)
  expect(fs.readFileSync(kept).equals(damaged)).toBe(true)
  expect(operations).toBeGreaterThan(OPERATIONS / 2)
  expect(unreadable).toBeGreaterThanOrEqual(1)
  using database = readDatabase(path.join(target, 'state.db'))
  const counts = database.prepare('SELECT operation, count(*) AS n FROM changes GROUP BY operation').all()
  for (const { operation, n } of counts as unknown as { operation: number; n: number }[])
    expect(n, `operation ${operation}`).toBeLessThanOrEqual(1 + (operation % 3))
  expect(
    database
      .prepare(
        'SELECT count(*) AS n FROM changes WHERE n > 0 AND (operation, 0) NOT IN (SELECT operation, n FROM changes)',
      )
      .get(),
  ).toEqual({ n: 0 })
})
