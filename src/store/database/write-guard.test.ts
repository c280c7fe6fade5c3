import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusal } from '../../../tests/support/refusals.ts'
import { LAB_PAGE_SIZE } from '../salvage/salvage-lab.ts'
import { openStored } from './open-stored.ts'
import { closeDatabase, type Database, immediateTransaction, openLockFile, translateSqliteErrors } from './sqlite.ts'
import { clearDamage, damageOf, markDamaged } from './write-guard.ts'

const MIGRATIONS = [
  'CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; CREATE INDEX t_text ON t (text)',
]
let folder: string
let file: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-guard-'))
  file = path.join(folder, 'a.db')
  const { database } = openStored(file, MIGRATIONS)
  immediateTransaction(database, () => {
    for (let n = 0; n < 500; n += 1)
      database.prepare('INSERT INTO t (text) VALUES (?)').run(`${n} ${'walrus '.repeat(30)}`)
  })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  closeDatabase(database)
})

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function damagePage(page: number): void {
  const handle = fs.openSync(file, 'r+')
  fs.writeSync(handle, Buffer.alloc(LAB_PAGE_SIZE, 0xa5), 0, LAB_PAGE_SIZE, (page - 1) * LAB_PAGE_SIZE)
  fs.closeSync(handle)
}

function write(database: Database): unknown {
  return translateSqliteErrors(file, () =>
    immediateTransaction(database, () => database.prepare(`INSERT INTO t (text) VALUES ('x')`).run()),
  )
}

test('a database that was damaged while nobody had it open refuses the first write, and reads on', () => {
  damagePage(fs.statSync(file).size / LAB_PAGE_SIZE)
  const { database, frozen } = openStored(file, MIGRATIONS)
  expect(frozen).toBeUndefined()
  expect(() => write(database)).toThrow(expect.objectContaining({ code: 'damaged', fix: 'furrow doctor repair' }))
  expect(database.prepare('SELECT text FROM t WHERE id = 1').get()).toBeDefined()
  closeDatabase(database)
})

test('one that is damaged under an open connection refuses the next write, although the pages are in the cache', () => {
  const { database } = openStored(file, MIGRATIONS)
  write(database)
  database.prepare('SELECT count(*) FROM t WHERE text LIKE ?').get('%seal%')
  damagePage(4)
  expect(() => write(database)).toThrow(expect.objectContaining({ code: 'damaged' }))
  closeDatabase(database)
})

test('what one process meets, every other refuses to write to, until it is repaired', () => {
  damagePage(fs.statSync(file).size / LAB_PAGE_SIZE)
  const first = openStored(file, MIGRATIONS).database
  expect(() =>
    translateSqliteErrors(file, () => first.prepare('SELECT sum(length(text)) FROM t NOT INDEXED').get()),
  ).toThrow(expect.objectContaining({ code: 'damaged' }))
  closeDatabase(first)
  const { database, frozen } = openStored(file, MIGRATIONS)
  expect(frozen).toMatchObject({ code: 'damaged' })
  expect(() => write(database)).toThrow(expect.objectContaining({ code: 'damaged' }))
  expect(database.prepare('SELECT text FROM t WHERE id = 1').get()).toBeDefined()
  database.close()
  clearDamage(file)
  expect(damageOf(file)).toBeUndefined()
})

test('a file that was put in the place of the damaged one is not damaged', () => {
  const whole = fs.readFileSync(file)
  damagePage(3)
  const { database } = openStored(file, MIGRATIONS)
  expect(() => write(database)).toThrow(expect.objectContaining({ code: 'damaged' }))
  database.close()
  fs.writeFileSync(`${file}.new`, whole)
  fs.renameSync(`${file}.new`, file)
  for (const suffix of ['-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true })
  const next = openStored(file, MIGRATIONS)
  expect(next.frozen).toBeUndefined()
  write(next.database)
  closeDatabase(next.database)
})

test('a file as it was left is not checked again', () => {
  const { database } = openStored(file, MIGRATIONS)
  write(database)
  closeDatabase(database)
  const left = fs.statSync(file)
  damagePage(fs.statSync(file).size / LAB_PAGE_SIZE)
  // The same stamp: only a check of the whole file could tell.
  fs.utimesSync(file, left.atime, left.mtime)
  const stamp = fs.statSync(file, { bigint: true })
  fs.writeFileSync(`${file}-checked`, `${stamp.ino} ${stamp.size} ${stamp.mtimeNs}`)
  const next = openStored(file, MIGRATIONS).database
  expect(() => immediateTransaction(next, () => 0)).not.toThrow()
  closeDatabase(next)
})

test.each(['checked', 'damaged'])(
  'a link at the place of the mark `-%s` is replaced, and never written through',
  mark => {
    const secret = path.join(folder, 'identity.txt')
    fs.writeFileSync(secret, 'secret')
    fs.rmSync(`${file}-${mark}`, { force: true })
    fs.symlinkSync(secret, `${file}-${mark}`)
    const { database } = openStored(file, MIGRATIONS)
    write(database)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    write(database)
    closeDatabase(database)
    markDamaged(file, 'a check found it so')
    expect(fs.readFileSync(secret, 'utf8')).toBe('secret')
    expect(fs.lstatSync(`${file}-${mark}`).isFile()).toBe(true)
    expect(fs.readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([])
  },
)

test.each(['', '-wal', '-shm'])('a database whose file `%s` is a link is refused, and what it leads to stays', part => {
  const other = path.join(folder, 'other')
  fs.writeFileSync(other, '', { mode: 0o640 })
  if (part === '') fs.renameSync(file, `${file}.away`)
  fs.rmSync(`${file}${part}`, { force: true })
  fs.symlinkSync(other, `${file}${part}`)
  for (const open of [() => openStored(file, MIGRATIONS).database, () => openLockFile(file)])
    expect(refusal(open)).toMatchObject({ code: 'damaged', target: `${file}${part}` })
  expect(fs.statSync(other)).toMatchObject({ size: 0, mode: expect.toSatisfy(mode => (mode & 0o777) === 0o640) })
})
