import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from '../../../../tests/faults/figures.ts'
import { full } from '../../../../tests/support/full.ts'
import { openDatabase, readDatabase } from '../../../store/database/sqlite.ts'
import type { TableRule } from '../../../store/salvage/found-rows.ts'
import {
  DAMAGES,
  LAB_PAGE_SIZE,
  type Measured,
  measure,
  type PlacedRow,
  placeRows,
  seeded,
} from '../../../store/salvage/salvage-lab.ts'
import { salvageRows } from '../../../store/salvage/salvage-rows.ts'
import type { RecordDraft } from '../../port.ts'
import { SqliteMemory } from '../memory.ts'
import { recordHash } from '../rows.ts'
import { MEMORY_MIGRATIONS } from '../schema.ts'
import { memoryRules, rebuildMemory } from './rebuild.ts'

const RECORDS = 300
const SEEDS = full ? 20 : 2
const LONG = 3_600_000
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-rebuild-'))
const file = path.join(folder, 'memory.db')
let rules: TableRule[]
let placed: PlacedRow[]
let bytes: Buffer

beforeAll(async () => {
  await fillMemory(file)
  using database = readDatabase(file)
  rules = memoryRules(database)
  placed = placeRows(database, rules)
  bytes = fs.readFileSync(file)
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function fillMemory(target: string): Promise<void> {
  let now = 1_700_000_000_000
  const memory = new SqliteMemory(target, { now: () => (now += 1000) })
  for (let n = 1; n <= RECORDS; n += 1) {
    const { observation } = await memory.save(draft(n, n % 9 === 0 ? 400 : n % 10))
    if (n % 5 === 0) await memory.update(observation.id, { content: words(n, n % 3 === 0 ? 300 : 20) }, origin)
    if (n % 7 === 0)
      await memory.relate({ from: observation.id, to: observation.id - 3, type: 'relates_to', note: undefined })
    if (n % 4 === 0) await memory.savePrompt({ session_id: `s${n % 11}`, project: 'walrus', content: words(n, 12) })
    if (n % 13 === 0) await memory.remove(observation.id, { hard: false })
  }
  // Whole pages become free, and still show what was on them.
  for (let id = 100; id < 160; id += 1) await memory.remove(id, { hard: true })
  memory.close()
  checkpoint(target)
}

const origin = { door: 'cli', actor: 'person', kind: 'person' } as const

function draft(n: number, length: number): RecordDraft {
  return {
    session_id: `s${n % 11}`,
    type: 'note',
    title: `Record ${n}`,
    content: words(n, length + 1),
    project: 'walrus',
    scope: 'project',
    ...(n % 6 === 0 && { topic_key: `walrus/key-${n}` }),
    origin,
  }
}

function words(n: number, length: number): string {
  return Array.from({ length }, (_, index) => `walrus ${n} says ärger about fact ${index}`).join('. ')
}

const original = () => ({ bytes, placed })

test('D10: every row whose pages are whole comes back, whatever is done to the others', { timeout: LONG }, () => {
  let [all, back] = [0, 0]
  const lines = Object.entries(DAMAGES).map(([name, damage]) => {
    const runs = Array.from({ length: SEEDS }, (_, seed) => measure(original(), rules, damage(bytes, seeded(seed + 1))))
    const sum = (of: (run: Measured) => number) => runs.reduce((total, run) => total + of(run), 0)
    expect(
      runs.flatMap(({ missing }) => missing),
      name,
    ).toEqual([])
    // A page of the past in the place of another one cannot be told from a page of now.
    if (!/swapped|flips/.test(name))
      expect(
        sum(({ foreign }) => foreign.length),
        name,
      ).toBe(0)
    if (!name.includes('flips'))
      expect(
        sum(({ altered }) => altered.length),
        name,
      ).toBe(0)
    const [expected, recovered, more] = [sum(run => run.expected), sum(run => run.recovered), sum(run => run.more)]
    all += expected
    back += recovered
    const rest = `${more} more of damaged pages, ${sum(run => run.altered.length)} with a changed character`
    return `| ${name} | ${expected} | ${recovered} | ${rest} |`
  })
  console.log(lines.join('\n'))
  figure(
    'D10',
    `rows of memory.db on whole pages, of ${placed.length} on ${bytes.length / LAB_PAGE_SIZE} pages, came back`,
    `${back} of ${all}`,
  )
})

test('D10: a file that is cut anywhere gives back every row before the cut', { timeout: LONG }, () => {
  let [cuts, expected] = [0, 0]
  for (let page = 1; page * LAB_PAGE_SIZE < bytes.length; page += full ? 1 : 23)
    for (const cut of [
      page * LAB_PAGE_SIZE - 1,
      page * LAB_PAGE_SIZE,
      page * LAB_PAGE_SIZE + 1 + ((page * 37) % (LAB_PAGE_SIZE - 2)),
    ]) {
      const measured = measure(original(), rules, { file: bytes.subarray(0, cut) })
      expect(measured.missing, `cut at ${cut}`).toEqual([])
      expect(measured.foreign.length + measured.altered.length, `cut at ${cut}`).toBe(0)
      cuts += 1
      expected += measured.expected
    }
  figure('D10', 'cuts of memory.db, rows before them that came back', `${cuts}, ${expected} of ${expected}`)
})

test('D10: a row is whole only with every page that it flows over to', { timeout: LONG }, () => {
  const long = placed.filter(({ pages }) => pages.length > 2)
  expect(long.length).toBeGreaterThan(20)
  for (const { table, row, pages } of long.slice(0, full ? long.length : 4))
    for (const page of pages.slice(1)) {
      const damaged = Buffer.from(bytes).fill(0, (page - 1) * LAB_PAGE_SIZE, page * LAB_PAGE_SIZE)
      const measured = measure(original(), rules, { file: damaged })
      expect(measured.missing).toEqual([])
      expect(measured.altered, `${table} ${String(row.id)}`).toEqual([])
      expect(measured.more).toBe(0)
    }
})

test('D10: what is only in the log counts as far as the log is whole', async () => {
  const target = path.join(folder, 'logged.db')
  fs.copyFileSync(file, target)
  const memory = new SqliteMemory(target, { now: () => 1_800_000_000_000 })
  for (let n = 1; n <= 30; n += 1) await memory.save({ ...draft(1000 + n, 3), project: 'seal' })
  await memory.update(1, { content: 'newer in the log' }, origin)
  const [main, wal] = [fs.readFileSync(target), fs.readFileSync(`${target}-wal`)]
  memory.close()
  for (const cut of [wal.length, wal.length - 1, Math.floor(wal.length * 0.6), Math.floor(wal.length / 3), 40, 0]) {
    const log = wal.subarray(0, cut)
    const sound = path.join(folder, `cut-${cut}.db`)
    fs.writeFileSync(sound, main)
    fs.writeFileSync(`${sound}-wal`, log)
    const expected = new DatabaseSync(sound)
    const rows = expected.prepare('SELECT uid, content FROM observations ORDER BY uid').all()
    expected.close()
    const headless = Buffer.from(main).fill(0, 0, 100)
    const found = salvageRows(headless, log, rules).rows.get('observations') ?? []
    const seen = found
      .map(({ uid, content }) => ({ uid, content }))
      .sort((a, b) => (String(a.uid) < String(b.uid) ? -1 : 1))
    expect(seen, `log cut at ${cut}`).toEqual(rows.map(row => ({ ...row })))
  }
})

test('D10: rows that were deleted stay deleted, also where the list of free pages is all that says so', () => {
  const isDeleted = (id: unknown) => Number(id) >= 100 && Number(id) < 160
  for (const damaged of [bytes, Buffer.from(bytes).fill(0, 0, 100), Buffer.from(bytes).fill(0, 0, LAB_PAGE_SIZE)]) {
    const { rows } = salvageRows(damaged, undefined, rules)
    expect((rows.get('observations') ?? []).filter(({ id }) => isDeleted(id))).toEqual([])
  }
  // They are still in the file.
  expect(bytes.includes('Record 130')).toBe(true)
})

test('D10: what only the backup has is added, but not what was deleted since', async () => {
  const home = fs.mkdtempSync(path.join(folder, 'home-'))
  const target = path.join(home, 'memory.db')
  const clock = { now: () => 1_800_000_000_000 }
  await fillMemory(target)
  const memory = new SqliteMemory(target, clock)
  fs.mkdirSync(path.join(home, 'backups'))
  await memory.backUp(path.join(home, 'backups', 'memory-2026-01-01.db'))
  await memory.remove(200, { hard: true })
  memory.close()
  checkpoint(target)
  const lost = placed.find(({ table, row }) => table === 'observations' && row.id === 40)?.pages[0] ?? 0
  fs.writeFileSync(
    target,
    Buffer.from(fs.readFileSync(target)).fill(0xa5, (lost - 1) * LAB_PAGE_SIZE, lost * LAB_PAGE_SIZE),
  )
  const { from_backup, unreadable } = rebuildMemory({ file: target, folder: path.join(home, 'backups') }, clock)
  expect(unreadable).toBe(1)
  expect(from_backup).toBeGreaterThan(0)
  using database = readDatabase(target)
  const ids = database
    .prepare('SELECT id FROM observations')
    .all()
    .map(({ id }) => id)
  expect(ids).toContain(40)
  expect(ids).not.toContain(200)
  expect(ids).toHaveLength(placed.filter(({ table }) => table === 'observations').length - 1)
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

function checkpoint(target: string): void {
  const database = new DatabaseSync(target)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

test('records that were written before a column was added come back, from the file and from an older backup', async () => {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-rebuild-older-'))
  const target = path.join(place, 'memory.db')
  const older = openDatabase(target, { migrations: MEMORY_MIGRATIONS.slice(0, 5) })
  older.exec(`INSERT INTO sessions (id, project, started_at) VALUES ('s', 'walrus', 1)`)
  const insert = older.prepare(
    `INSERT INTO observations (uid, session_id, type, title, content, project, scope, origin, hash, created_at, updated_at, last_seen_at)
       VALUES (?, 's', 'note', ?, 'text', 'walrus', 'project', '{"door":"cli","actor":"a","kind":"person"}', ?, 1, 1, 1)`,
  )
  for (const n of [1, 2]) insert.run(String(n).repeat(20), `Before ${n}`, recordHash('text'))
  older.close()
  checkpoint(target)
  fs.mkdirSync(path.join(place, 'backups'))
  fs.copyFileSync(target, path.join(place, 'backups', 'memory-2026-01-01.db'))

  const clock = { now: () => 1_700_000_000_000 }
  const memory = new SqliteMemory(target, clock)
  await memory.remove(2, { hard: true })
  await memory.save({ ...draft(3, 5), files: [{ path: 'a.ts', hash: '0'.repeat(64) }], valid_until: 5 })
  memory.close()
  checkpoint(target)
  const damaged = fs.readFileSync(target)
  damaged.fill(0, 0, 100)
  fs.writeFileSync(target, damaged)
  expect(rebuildMemory({ file: target, folder: path.join(place, 'backups') }, clock)).toMatchObject({ from_backup: 0 })
  const rebuilt = new SqliteMemory(target, clock)
  expect(await rebuilt.get(1)).toMatchObject({ title: 'Before 1', valid_until: undefined, files: undefined })
  expect(await rebuilt.get(3)).toMatchObject({ valid_until: 5, files: [{ path: 'a.ts', hash: '0'.repeat(64) }] })
  rebuilt.close()

  for (const suffix of ['-wal', '-shm']) fs.rmSync(`${target}${suffix}`, { force: true })
  fs.writeFileSync(target, Buffer.alloc(4096))
  expect(rebuildMemory({ file: target, folder: path.join(place, 'backups') }, clock).from_backup).toBeGreaterThan(1)
  const fromBackup = new SqliteMemory(target, clock)
  expect((await fromBackup.get(2))?.title).toBe('Before 2')
  fromBackup.close()
  fs.rmSync(place, { recursive: true })
})
