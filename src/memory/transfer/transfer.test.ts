import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'

test('an export imports into another memory without loss, and twice without change', async () => {
  await using from = await openLab()
  await from.call('memory.session_start', { id: 's1' })
  await from.call('memory.save', { title: 'One', content: 'first text', topic_key: 'a/b', session_id: 's1' })
  await from.call('memory.save', { title: 'One', content: 'second text', topic_key: 'a/b', session_id: 's1' })
  await from.call('memory.save', { title: 'Two', content: 'deleted', relate_to: [1] })
  await from.call('memory.delete', { id: 2 })
  await from.call('memory.save', { content: 'What is next?', save_type: 'prompt' })
  fs.writeFileSync(path.join(from.root, 'a.ts'), 'export {}')
  const dates = { valid_from: '2026-01-01T00:00:00.000Z', valid_until: '2026-02-01T00:00:00.000Z' }
  await from.call('memory.save', { title: 'Three', content: 'about a file', files: ['a.ts'], ...dates })
  const { jsonl } = await from.call('memory.export', { all_projects: true })

  await using to = await openLab()
  const first = await to.call('memory.import', { content: jsonl })
  expect(first).toMatchObject({ known: 0, skipped: [] })
  expect(await to.call('memory.import', { content: jsonl })).toMatchObject({ added: 0, known: first.added })
  expect((await to.call('memory.export', { all_projects: true })).jsonl).toBe(jsonl)
  expect((await to.call('memory.search', { query: 'second' })).hits).toHaveLength(1)
  const [about] = (await to.call('memory.search', { query: 'about a file' })).hits
  expect(about).toMatchObject({ ...dates, files: [{ path: 'a.ts' }] })
})

test('an engram database imports twice with the same outcome', async () => {
  await using lab = await openLab()
  const file = path.join(lab.root, 'engram.db')
  const foreign = new DatabaseSync(file)
  foreign.exec(`
    CREATE TABLE sessions (id TEXT PRIMARY KEY, project TEXT NOT NULL, directory TEXT NOT NULL, started_at TEXT NOT NULL,
      ended_at TEXT, summary TEXT);
    CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, sync_id TEXT, session_id TEXT NOT NULL, type TEXT NOT NULL,
      title TEXT NOT NULL, content TEXT NOT NULL, tool_name TEXT, project TEXT, scope TEXT NOT NULL DEFAULT 'project',
      topic_key TEXT, normalized_hash TEXT, revision_count INTEGER NOT NULL DEFAULT 1, duplicate_count INTEGER NOT NULL DEFAULT 1,
      last_seen_at TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, deleted_at TEXT);
    CREATE TABLE user_prompts (id INTEGER PRIMARY KEY AUTOINCREMENT, sync_id TEXT, session_id TEXT NOT NULL, content TEXT NOT NULL,
      project TEXT, created_at TEXT NOT NULL);
    CREATE TABLE sync_chunks (chunk_id TEXT PRIMARY KEY, imported_at TEXT NOT NULL);
    INSERT INTO sessions VALUES ('s', 'workspace', '/w', '2026-01-01 10:00:00', '2026-01-01 11:00:00', NULL);
    INSERT INTO observations (sync_id, session_id, type, title, content, project, scope, created_at, updated_at, deleted_at) VALUES
      ('obs-1', 's', 'pattern', 'Errors', 'Wrap errors once.', 'workspace', 'personal', '2026-01-01 10:00:01', '2026-01-01 10:00:01', NULL),
      ('obs-2', 's', 'bug', 'Gone', 'Deleted there.', 'workspace', 'project', '2026-01-01 10:00:02', '2026-01-01 10:00:02', '2026-01-02 10:00:00');
    INSERT INTO user_prompts (session_id, content, project, created_at) VALUES ('s', 'wrap?', 'workspace', '2026-01-01 10:00:03');`)
  foreign.close()
  const first = await lab.call('memory.import_database', { file })
  expect(first).toMatchObject({ added: 4, known: 0 })
  const before = await lab.call('memory.export', { all_projects: true })
  expect(await lab.call('memory.import_database', { file })).toMatchObject({ added: 0, known: 4 })
  expect(await lab.call('memory.export', { all_projects: true })).toEqual(before)
  expect((await lab.call('memory.search', { query: 'wrapping errors' })).hits).toMatchObject([{ scope: 'personal' }])
  expect((await lab.call('memory.search', { query: 'deleted there' })).hits).toEqual([])
})

test('Hoofy’s and engram’s tables, and the reference server’s file, import twice with the same outcome', async () => {
  await using lab = await openLab()
  const file = path.join(lab.root, 'hoofy.db')
  const foreign = new DatabaseSync(file)
  foreign.exec(`
    CREATE TABLE sessions (id TEXT PRIMARY KEY, project TEXT, directory TEXT, started_at TEXT, ended_at TEXT, summary TEXT);
    CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, type TEXT, title TEXT,
      content TEXT, tool_name TEXT, project TEXT, scope TEXT DEFAULT 'project', topic_key TEXT, namespace TEXT,
      normalized_hash TEXT, revision_count INTEGER DEFAULT 1, duplicate_count INTEGER DEFAULT 1, last_seen_at TEXT,
      created_at TEXT, updated_at TEXT, deleted_at TEXT);
    CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, session_id TEXT, content TEXT, project TEXT, namespace TEXT, created_at TEXT);
    CREATE TABLE relations (id INTEGER PRIMARY KEY, from_id INTEGER, to_id INTEGER, type TEXT, note TEXT, created_at TEXT);
    INSERT INTO sessions VALUES ('s', 'workspace', '/tmp', '2026-01-01 10:00:00', NULL, 'done');
    INSERT INTO observations (session_id, type, title, content, project, topic_key, created_at, updated_at)
      VALUES ('s', 'decision', 'Use Go', 'Because of one binary.', 'workspace', 'decision/go', '2026-01-01 10:00:01', '2026-01-02 10:00:00'),
             ('s', 'bug', 'Truncation', 'Texts were cut.', NULL, NULL, '2026-01-01 10:00:02', '2026-01-01 10:00:02');
    INSERT INTO user_prompts VALUES (1, 's', 'why go?', 'workspace', NULL, '2026-01-01 10:00:03');
    INSERT INTO relations VALUES (1, 2, 1, 'blocks', NULL, '2026-01-01 10:00:04');`)
  foreign.close()
  expect(await lab.call('memory.import_database', { file })).toMatchObject({ added: 5 })
  expect(await lab.call('memory.import_database', { file })).toMatchObject({ added: 0, known: 5 })
  const { observation, relations } = await lab.call('memory.get', { id: 1 })
  expect(observation).toMatchObject({ title: 'Use Go', created_at: '2026-01-01T10:00:01.000Z' })
  expect(relations).toEqual([expect.objectContaining({ type: 'relates_to', note: 'blocks' })])
  expect(await lab.refusal('memory.import_database', { file }, agent)).toMatchObject({ code: 'needs_person' })

  const reference = [
    { type: 'entity', name: 'Furrow', entityType: 'project', observations: ['is local first'] },
    { type: 'relation', from: 'Furrow', to: 'Furrow', relationType: 'is' },
  ].map(row => JSON.stringify(row))
  expect(await lab.call('memory.import', { content: `${reference.join('\n')}\nnot json\n` })).toMatchObject({
    added: 2,
    skipped: ['line 3: is not JSON'],
  })
  expect(await lab.call('memory.import', { content: reference.join('\n') })).toMatchObject({ added: 0 })
})
