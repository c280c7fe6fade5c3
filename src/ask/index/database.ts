import { openSearchIndex } from '../../search/open.ts'
import type { SearchIndex } from '../../search/port.ts'
import { searchSchema } from '../../search/schema.ts'
import { spelledOut } from '../../search/words/abbreviations.ts'
import { type Database, openDatabase, prepared } from '../../store/database/sqlite.ts'
import { type IndexedTree, vectorsOf } from './files/list-files.ts'
import { CodeVectors, VECTOR_SCHEMA } from './vectors.ts'

/** A change of how texts are cut, weighed or given vectors makes every index anew; nothing is migrated. */
const INDEX_VERSION = 8

export function versionFor(tree: IndexedTree): string {
  const { provider, remote } = vectorsOf(tree)
  return [INDEX_VERSION, provider, ...(remote === undefined ? [] : [remote.model])].join(' ')
}

export interface CodeIndex {
  readonly file: string
  readonly database: Database
  readonly search: SearchIndex
  readonly vectors: CodeVectors
}

const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE files (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL, seen REAL NOT NULL, hash TEXT NOT NULL,
    language TEXT, skipped TEXT
  ) STRICT;
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files (id), first INTEGER NOT NULL, last INTEGER NOT NULL,
    symbols TEXT NOT NULL, known BLOB NOT NULL
  ) STRICT;
  CREATE INDEX chunks_of_file ON chunks (file);
  ${searchSchema('code', { notes: true })}
  ${VECTOR_SCHEMA}
`

/** What helps short notes (their neighbours, what the best have in common) measured worse on code, so it is off. */
const RANKING = {
  inOrder: false,
  titleWeight: 5,
  recency: 0,
  shortWords: 0,
  lentWeight: 0,
  nearWeights: [],
  forgiving: false,
}

export function openCodeIndex(file: string): CodeIndex {
  const database = openDatabase(file, { migrations: [SCHEMA], synchronous: 'NORMAL' })
  const source = { table: 'chunks', title: `''`, key: `''`, body: `''` }
  const search = openSearchIndex(database, 'code', { source, notes: true, fold: spelledOut, ...RANKING })
  return { file, database, search, vectors: new CodeVectors(database) }
}

export function indexMetaOf({ database }: CodeIndex, key: string): string | undefined {
  const row = prepared(database, 'SELECT value FROM meta WHERE key = ?').get(key) as { value: string } | undefined
  return row?.value
}

export function setIndexMeta({ database }: CodeIndex, key: string, value: string): void {
  prepared(database, 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(key, value)
}
