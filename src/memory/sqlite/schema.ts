import { type IndexOptions, openSearchIndex } from '../../search/open.ts'
import type { SearchIndex } from '../../search/port.ts'
import { DEFAULTS } from '../../search/rank/rank.ts'
import { searchSchema } from '../../search/schema.ts'
import type { Database, Migrations } from '../../store/database/sqlite.ts'
import { toObservation } from './rows.ts'
import { indexed } from './write-record.ts'

export const MEMORY_INDEX = 'memory'

const { shortWords: SHORT_WORDS } = DEFAULTS

const TEXTS = { table: 'observations', title: 'title', key: `ifnull(topic_key, '')`, body: 'content' }

/** What was measured to find most among short notes and long ones; `bench/memory` shows it. */
export const MEMORY_RANKING = {
  passages: { from: 2500, length: 900 },
  longCoverage: 0.6,
  otherPassages: 0.4,
} as const satisfies Partial<IndexOptions>

export function openMemoryIndex(database: Database): SearchIndex {
  return openSearchIndex(database, MEMORY_INDEX, { source: TEXTS, ...MEMORY_RANKING })
}

export const MEMORY_MIGRATIONS: Migrations = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, project TEXT NOT NULL, directory TEXT,
    started_at INTEGER NOT NULL, ended_at INTEGER, summary TEXT
  ) STRICT;
  CREATE TABLE observations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    type TEXT NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL, fields TEXT,
    project TEXT NOT NULL, scope TEXT NOT NULL CHECK (scope IN ('project', 'personal')), namespace TEXT, topic_key TEXT,
    origin TEXT NOT NULL, hash TEXT NOT NULL,
    revision_count INTEGER NOT NULL DEFAULT 1, duplicate_count INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL,
    expires_at INTEGER, review_after INTEGER, deleted_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX observations_topic
    ON observations (topic_key, project, scope, ifnull(namespace, '')) WHERE topic_key IS NOT NULL AND deleted_at IS NULL;
  CREATE INDEX observations_duplicate ON observations (hash, project, created_at) WHERE deleted_at IS NULL;
  CREATE INDEX observations_recent ON observations (project, updated_at DESC) WHERE deleted_at IS NULL;
  CREATE INDEX observations_session ON observations (session_id, id);
  CREATE TABLE revisions (
    observation INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
    n INTEGER NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL, fields TEXT,
    at INTEGER NOT NULL, origin TEXT NOT NULL,
    PRIMARY KEY (observation, n)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE prompts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions (id),
    project TEXT NOT NULL, content TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (session_id, at, content)
  ) STRICT;
  CREATE INDEX prompts_recent ON prompts (project, at DESC);
  CREATE TABLE relations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
    target INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
    type TEXT NOT NULL, note TEXT, at INTEGER NOT NULL,
    UNIQUE (source, target, type)
  ) STRICT;
  CREATE INDEX relations_target ON relations (target);
  `,
  `
  DROP TABLE IF EXISTS ${MEMORY_INDEX}_documents;
  DROP TABLE IF EXISTS ${MEMORY_INDEX}_terms;
  ${searchSchema(MEMORY_INDEX)}
  CREATE INDEX observations_expiry ON observations (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX relations_superseded ON relations (target) WHERE type = 'supersedes';
  `,
  `
  CREATE TABLE memory_vectors (
    id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE, maker TEXT NOT NULL, vector BLOB NOT NULL
  ) STRICT;
  CREATE TABLE memory_models (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, trained_on INTEGER NOT NULL, dimensions INTEGER NOT NULL,
    terms BLOB NOT NULL, weights BLOB NOT NULL, places BLOB NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE projects (
    name TEXT PRIMARY KEY, created_at INTEGER NOT NULL, claimed_at INTEGER, shared_before INTEGER, merged_into TEXT,
    is_from_0_1 INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE project_roots (root TEXT PRIMARY KEY, project TEXT NOT NULL) STRICT;
  CREATE TABLE project_places (
    path TEXT PRIMARY KEY, project TEXT NOT NULL, stamp TEXT NOT NULL, name TEXT NOT NULL, remote TEXT, root TEXT,
    is_pinned INTEGER NOT NULL DEFAULT 0, news TEXT, at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX project_places_stamp ON project_places (stamp);
  CREATE TABLE project_aliases (
    project TEXT NOT NULL, alias TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (project, alias)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE project_pools (project TEXT NOT NULL, pool TEXT NOT NULL, PRIMARY KEY (project, pool)) STRICT, WITHOUT ROWID;
  INSERT INTO projects (name, created_at, is_from_0_1)
    SELECT project, min(at), 1 FROM (
      SELECT project, created_at AS at FROM observations
      UNION ALL SELECT project, started_at FROM sessions UNION ALL SELECT project, at FROM prompts
    ) GROUP BY project;
  `,
  indexOtherScripts,
  `
  ALTER TABLE observations ADD COLUMN valid_from INTEGER;
  ALTER TABLE observations ADD COLUMN valid_until INTEGER;
  ALTER TABLE observations ADD COLUMN files TEXT;
  CREATE INDEX observations_valid_from ON observations (valid_from) WHERE valid_from IS NOT NULL;
  CREATE INDEX observations_valid_until ON observations (valid_until) WHERE valid_until IS NOT NULL;
  CREATE INDEX observations_files ON observations (project) WHERE files IS NOT NULL AND deleted_at IS NULL;
  CREATE TABLE memory_found (
    id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE, at INTEGER NOT NULL
  ) STRICT;
  `,
  indexLongTexts,
]

/** Long texts are found by their passages from now on, and stand beside no other; vectors of the records' own are gone. */
function indexLongTexts(database: Database): void {
  database.exec(`DROP TABLE IF EXISTS memory_models; DELETE FROM memory_vectors WHERE maker LIKE 'statistical of %';
    UPDATE ${MEMORY_INDEX}_documents SET sitting = '' WHERE words > ${SHORT_WORDS} AND sitting <> ''`)
  const index = openMemoryIndex(database)
  const writing = { database, index, now: 0 }
  const long = database.prepare(
    `SELECT observations.* FROM ${MEMORY_INDEX}_documents AS document JOIN observations USING (id)
     WHERE document.words > ${SHORT_WORDS} AND length(content) > ${MEMORY_RANKING.passages.from} AND deleted_at IS NULL`,
  )
  for (const row of long.all()) indexed(writing, toObservation(row))
}

/** Texts with letters beyond ASCII have other terms than before: each two letters of a script without spaces. */
function indexOtherScripts(database: Database): void {
  const index = openMemoryIndex(database)
  // An index that is empty is made from all records when the memory is opened.
  if (index.isEmpty()) return
  const writing = { database, index, now: 0 }
  for (const row of database.prepare('SELECT * FROM observations WHERE deleted_at IS NULL').all()) {
    const observation = toObservation(row)
    const text = `${observation.title}${observation.topic_key ?? ''}${observation.content}`
    if (/[^\x00-\x7f]/.test(text)) indexed(writing, observation)
  }
}
