import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { isRefused } from '../../src/operation/errors.ts'
import { type Database, openDatabase } from '../../src/store/database/sqlite.ts'
import { openState } from '../../src/store/database/state.ts'
import { adviseUpdate } from '../../src/store/installation/installation.ts'
import { full } from '../support/full.ts'
import { bundled } from './bundled.ts'
import { openFaultLab, temporary } from './fault-lab.ts'
import { figure } from './figures.ts'
import { MIGRATIONS } from './migrations.ts'
import { releaseConnections } from './release.ts'
import { randomFrom, seedFor } from './seed.ts'

const ROWS = 20_000
const KILLS = full ? 100 : 20

test('D11 a migration that is killed at any moment loses no row, and the copy from before it is there', async () => {
  const random = randomFrom(seedFor('D11'))
  using folder = openFolder()
  const old = oldDatabase(folder.file('old.db'))
  const program = await bundled('migrate')
  const whole = await killedAfter(program, folder.copyOf(old, 'whole.db'), Number.POSITIVE_INFINITY)
  const ends: Record<string, number> = {}
  for (let n = 0; n < KILLS; n += 1) {
    const file = folder.copyOf(old, `${n}.db`)
    await killedAfter(program, file, random.next() * whole)
    const backup = `${file}.before-v3`
    const found = versionOf(file)
    const end = `schema ${found}, ${fs.existsSync(backup) ? 'with' : 'without'} a copy`
    ends[end] = (ends[end] ?? 0) + 1
    if (found !== 1) expect(contentOf(backup)).toEqual(contentOf(old))
    openDatabase(file, { migrations: MIGRATIONS }).close()
    expect(contentOf(file)).toEqual(contentOf(old))
    expect(contentOf(backup)).toEqual(contentOf(old))
    expect(versionOf(backup)).toBe(1)
  }
  figure('D11', `${KILLS} migrations killed, ${ROWS} rows each`, `${JSON.stringify(ends)}, 0 rows lost`)
  expect(Object.keys(ends).length).toBeGreaterThan(1)
})

test('D11 many processes that migrate one database at once agree', async () => {
  using folder = openFolder()
  const file = folder.copyOf(oldDatabase(folder.file('old.db')), 'shared.db')
  const program = await bundled('migrate')
  await Promise.all(Array.from({ length: 4 }, () => killedAfter(program, file, Number.POSITIVE_INFINITY)))
  expect(contentOf(file)).toEqual(contentOf(folder.file('old.db')))
  expect(versionOf(`${file}.before-v3`)).toBe(1)
  expect(contentOf(`${file}.before-v3`)).toEqual(contentOf(folder.file('old.db')))
})

test('D11 a copy of an earlier try is taken anew', () => {
  using folder = openFolder()
  const file = oldDatabase(folder.file('old.db'))
  fs.writeFileSync(`${file}.before-v3`, 'of an earlier try')
  openDatabase(file, { migrations: MIGRATIONS }).close()
  expect(versionOf(`${file}.before-v3`)).toBe(1)
})

test('D11 a database of a newer Furrow is refused with the way out, and not a byte of it changes', async () => {
  using lab = openFaultLab()
  await lab.perform({ call: 'config.set', input: { key: 'project.name', value: 'shop' }, id: 'first' })
  const [id = ''] = fs.readdirSync(path.join(lab.home, 'repos'))
  const file = path.join(lab.home, 'repos', id, 'state.db')
  await releaseConnections()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version=99')
  newer.close()
  expect(fs.existsSync(`${file}-wal`)).toBe(false)
  const before = fs.readFileSync(file)
  const reply = await lab.perform({ call: 'config.set', input: { key: 'project.name', value: 'new' }, id: 'second' })
  const { says, ...way } = adviseUpdate()
  expect(reply).toMatchObject({
    ok: false,
    error: { code: 'newer_schema', target: file, message: expect.stringContaining(says), ...way },
  })
  expect(fs.readFileSync(file).equals(before)).toBe(true)
  expect(lab.tree()['workspace/.sdlc/config.yaml']).toContain('shop')
})

const released = fs
  .readdirSync(path.join(import.meta.dirname, 'fixtures'))
  .filter(name => /^state-v\d+\.sql$/.test(name))

test.each(released)('D11 %s, a state of a released schema, opens with all its rows and as a new one is made', name => {
  using folder = openFolder()
  const [file, fresh] = [folder.file('state.db'), folder.file('fresh.db')]
  const old = new DatabaseSync(file)
  old.exec(fs.readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8'))
  const rows = rowsIn(old)
  old.close()
  openState(fresh).database.close()
  const { database } = openState(file)
  expect(rowsIn(database)).toMatchObject(rows)
  expect(schemaOf(database)).toEqual(schemaOf(new DatabaseSync(fresh)))
  database.close()
})

test('D11 a migration by an older Furrow never takes a newer one back', () => {
  using folder = openFolder()
  const file = folder.file('a.db')
  openDatabase(file, { migrations: MIGRATIONS }).close()
  expect(refusalOf(() => openDatabase(file, { migrations: MIGRATIONS.slice(0, 2) }))).toBe('newer_schema')
  expect(versionOf(file)).toBe(3)
})

function openFolder() {
  const base = temporary({ onDisk: true })
  return {
    file: (name: string) => path.join(base, name),
    copyOf(file: string, name: string) {
      fs.copyFileSync(file, path.join(base, name))
      return path.join(base, name)
    },
    [Symbol.dispose]: () => fs.rmSync(base, { recursive: true, force: true }),
  }
}

function oldDatabase(file: string): string {
  const database = openDatabase(file, { migrations: MIGRATIONS.slice(0, 1), synchronous: 'NORMAL' })
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO notes SELECT i, printf('note %d of many words %d', i, i * 7919 % 1000) FROM n`)
  // All of it in the one file that is copied.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return file
}

/** Returns how long it took from its start to its end. */
async function killedAfter(program: string, file: string, milliseconds: number): Promise<number> {
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const started = performance.now()
  const ended = once(child, 'close')
  if (Number.isFinite(milliseconds)) {
    await delay(milliseconds)
    child.kill('SIGKILL')
  }
  await ended
  return performance.now() - started
}

function versionOf(file: string): number {
  return using(file, database => Number(database.prepare('PRAGMA user_version').get()?.user_version))
}

function contentOf(file: string) {
  return using(file, database => [
    database.prepare('PRAGMA integrity_check').get(),
    database
      .prepare(
        'SELECT count(*) AS count, sum(id) AS ids, group_concat(text) AS texts FROM (SELECT * FROM notes ORDER BY id)',
      )
      .get(),
  ])
}

function using<T>(file: string, use: (database: Database) => T): T {
  const database = new DatabaseSync(file)
  try {
    return use(database)
  } finally {
    database.close()
  }
}

function rowsIn(database: Database): Record<string, unknown[]> {
  return Object.fromEntries(tablesIn(database).map(name => [name, database.prepare(`SELECT * FROM ${name}`).all()]))
}

function tablesIn(database: Database): string[] {
  const rows = database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
  return rows.map(row => String(row.name))
}

function schemaOf(database: Database): string[] {
  const rows = database.prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name').all()
  return rows.map(row => String(row.sql).replace(/\s+/g, ' '))
}

function refusalOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return isRefused(error) ? error.code : String(error)
  }
}
