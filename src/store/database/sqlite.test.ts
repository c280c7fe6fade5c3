import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { immediateTransaction, openDatabase, prepared, withoutSync } from './sqlite.ts'

function open() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-sqlite-'))
  const database = openDatabase(path.join(folder, 'a.db'), { migrations: ['CREATE TABLE t (x TEXT)'] })
  const synchronous = () => (database.prepare('PRAGMA synchronous').get() as { synchronous: number }).synchronous
  return {
    database,
    synchronous,
    [Symbol.dispose]() {
      database.close()
      fs.rmSync(folder, { recursive: true })
    },
  }
}

const [NORMAL, FULL] = [1, 2]

test('a hint is written without waiting for the disk, and everything after it waits again', () => {
  using at = open()
  expect(withoutSync(at.database, at.synchronous)).toBe(NORMAL)
  expect(at.synchronous()).toBe(FULL)
  expect(() =>
    withoutSync(at.database, () => {
      throw new Error('odd')
    }),
  ).toThrow('odd')
  expect(at.synchronous()).toBe(FULL)
})

test('a hint inside a transaction is as durable as the transaction', () => {
  using at = open()
  expect(immediateTransaction(at.database, () => withoutSync(at.database, at.synchronous))).toBe(FULL)
})

test('a statement is compiled once, and goes on after the schema has changed', () => {
  using at = open()
  const sql = 'SELECT * FROM t'
  const statement = prepared(at.database, sql)
  expect(statement.all()).toEqual([])
  at.database.exec(`DROP TABLE t; CREATE TABLE t (x TEXT, y TEXT); INSERT INTO t VALUES ('a', 'b')`)
  expect(prepared(at.database, sql)).toBe(statement)
  expect(statement.all()).toEqual([{ x: 'a', y: 'b' }])
  for (let n = 0; n < 300; n += 1) prepared(at.database, `SELECT ${n}`)
  expect(prepared(at.database, sql).all()).toHaveLength(1)
})
