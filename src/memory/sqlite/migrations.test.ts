import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
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
