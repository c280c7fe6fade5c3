import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openLockFile } from '../database/sqlite.ts'
import { RepositoryLock } from './lock.ts'

const PATIENCE = { timeout: 60_000, interval: 5 }

let folder: string
let holder: Database
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))
  holder = openLockFile(file())
  holder.exec('BEGIN IMMEDIATE')
})
afterEach(() => {
  holder.close()
  fs.rmSync(folder, { recursive: true })
})

const file = () => path.join(folder, 'lock.db')

test('who waits behind others that get on with their work is served after them', async () => {
  let looks = 0
  const lock = new RepositoryLock(file(), { patienceMs: 50, pulse: () => ++looks })
  const turn = lock.hold(() => 'served')
  await expect.poll(() => looks, PATIENCE).toBeGreaterThan(3)
  holder.exec('ROLLBACK')
  expect(await turn).toBe('served')
  lock.close()
})

test('who waits behind one that is stuck is told so', async () => {
  const lock = new RepositoryLock(file(), { patienceMs: 50, pulse: () => 7 })
  await expect(lock.hold(() => 'served')).rejects.toMatchObject({ code: 'busy' })
  lock.close()
})

test('nobody waits for ever, whatever the others do', async () => {
  let looks = 0
  const lock = new RepositoryLock(file(), { patienceMs: 10, pulse: () => ++looks })
  await expect(lock.hold(() => 'served')).rejects.toMatchObject({ code: 'busy' })
  expect(looks).toBeGreaterThan(1)
  lock.close()
})
