import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { openDatabase } from '../../store/database/sqlite.ts'
import { DEMOTED_RECORDS } from './filter.ts'
import { SqliteMemory } from './memory.ts'
import { MEMORY_MIGRATIONS } from './schema.ts'

test('a memory of the first schema is found in again after its index took a new form, and keeps a copy', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-memory-'))
  const file = path.join(folder, 'memory.db')
  const old = new DatabaseSync(file)
  old.exec(`${MEMORY_MIGRATIONS[0]}
    CREATE TABLE memory_documents (id INTEGER PRIMARY KEY, title TEXT, key TEXT, body TEXT, sitting TEXT, at INTEGER, words INTEGER);
    CREATE VIRTUAL TABLE memory_terms USING fts5 (title, key, body, content = '', contentless_delete = 1);
    INSERT INTO sessions (id, project, started_at) VALUES ('s', 'zoo', 1);
    INSERT INTO observations (uid, session_id, type, title, content, project, scope, origin, hash, created_at, updated_at, last_seen_at)
      VALUES ('u1', 's', 'manual', 'Feeding', 'The walrus eats at noon.', 'zoo', 'project', '{"door":"cli","actor":"a","kind":"person"}', 'h', 1, 1, 1),
             ('u2', 's', 'manual', 'Gone', 'The walrus left.', 'zoo', 'project', '{"door":"cli","actor":"a","kind":"person"}', 'h', 1, 1, 1);
    UPDATE observations SET deleted_at = 2 WHERE uid = 'u2';
    PRAGMA user_version = 1;`)
  old.close()
  const memory = new SqliteMemory(file, { now: () => 10 })
  const { hits } = await memory.search('when does the walrus eat', { projects: ['zoo'] }, { limit: 5, offset: 0 })
  expect(hits.map(({ observation }) => observation.title)).toEqual(['Feeding'])
  expect(await memory.problems()).toEqual([])
  memory.close()
  expect(fs.existsSync(`${file}.before-v${MEMORY_MIGRATIONS.length}`)).toBe(true)
  fs.rmSync(folder, { recursive: true })
})

test('what sinks in a search is found by indexes: no search reads the whole table', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-memory-'))
  const database = openDatabase(path.join(folder, 'memory.db'), { migrations: MEMORY_MIGRATIONS })
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${DEMOTED_RECORDS}`).all('[1]', 1) as unknown as {
    detail: string
  }[]
  expect(plan.map(({ detail }) => detail).filter(detail => /^SCAN (?:observations|relations)/.test(detail))).toEqual([])
  database.close()
  fs.rmSync(folder, { recursive: true })
})

test('a long record of an earlier version is found by its passages, and stands beside no short one', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-memory-'))
  const file = path.join(folder, 'memory.db')
  const words = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ')
  const old = openDatabase(file, { migrations: MEMORY_MIGRATIONS.slice(0, 6) })
  old.exec(`INSERT INTO sessions (id, project, started_at) VALUES ('s', 'zoo', 1);
    INSERT INTO observations (uid, session_id, type, title, content, project, scope, origin, hash, created_at, updated_at, last_seen_at)
      VALUES ('u1', 's', 'manual', 'Minutes', '${words} walrus', 'zoo', 'project', '{"door":"cli","actor":"a","kind":"person"}', 'h', 1, 1, 1);
    INSERT INTO memory_documents VALUES (1, 'zoo', 1, 801, '', x'');
    INSERT INTO memory_terms (rowid, title, key, body, facets) VALUES (1, 'minut', '', 'walrus', '');`)
  old.close()
  const memory = new SqliteMemory(file, { now: () => 10 })
  const { hits } = await memory.search('walrus', { projects: ['zoo'] }, { limit: 5, offset: 0 })
  expect(hits.map(({ passage }) => passage.endsWith('walrus'))).toEqual([true])
  expect(await memory.problems()).toEqual([])
  memory.close()
  const database = openDatabase(file, { migrations: MEMORY_MIGRATIONS })
  const parts = database.prepare('SELECT sitting FROM memory_documents').all() as unknown as { sitting: string }[]
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.every(({ sitting }) => sitting === '')).toBe(true)
  database.close()
  fs.rmSync(folder, { recursive: true })
})
