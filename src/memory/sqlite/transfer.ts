import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { ExportRow, ImportCounts, RecordFilter } from '../port.ts'
import { conditionFor } from './filter.ts'
import { exportProjects, importProject } from './projects/transfer.ts'
import { filesText, recordHash, toObservation, toPrompt, toRevision, toSession } from './rows.ts'
import { ensureSession, indexed, keyHolder, type RecordWriter, readRecordRow } from './write-record.ts'

/** Everything a filter allows, deleted records too, in an order that does not change between exports. */
export function exportRows(database: Database, filter: RecordFilter): ExportRow[] {
  const { sql, values } = conditionFor(filter)
  const condition = sql.replace('deleted_at IS NULL', 'true')
  const observations = prepared(database, `SELECT * FROM observations WHERE ${condition} ORDER BY created_at, uid`)
    .all(...values)
    .map(toObservation)
  const revisions = prepared(database, 'SELECT * FROM revisions WHERE observation = ? ORDER BY n')
  const sessionIds = JSON.stringify([...new Set(observations.map(({ session_id }) => session_id))])
  const projects = JSON.stringify(filter.projects ?? null)
  const sessions = prepared(
    database,
    `SELECT * FROM sessions WHERE id IN (SELECT value FROM json_each(?1)) OR ?2 = 'null'
         OR project IN (SELECT value FROM json_each(?2)) ORDER BY started_at, id`,
  ).all(sessionIds, projects)
  const prompts = prepared(
    database,
    `SELECT * FROM prompts WHERE ?1 = 'null' OR project IN (SELECT value FROM json_each(?1)) ORDER BY at, id`,
  ).all(projects)
  return [
    ...exportProjects(database, filter),
    ...sessions.map(row => ({ kind: 'session' as const, ...toSession(row) })),
    ...observations.map(({ id, last_seen_at: _, ...observation }) => ({
      kind: 'observation' as const,
      ...observation,
      revisions: revisions.all(id).map(row => {
        const { observation: __, ...revision } = toRevision(row)
        return revision
      }),
    })),
    ...prompts.map(row => {
      const { id: _, ...prompt } = toPrompt(row)
      return { kind: 'prompt' as const, ...prompt }
    }),
    ...relationRows(database, JSON.stringify(observations.map(({ id }) => id))),
  ]
}

function relationRows(database: Database, ids: string): ExportRow[] {
  const rows = prepared<Extract<ExportRow, { kind: 'relation' }> & { note: string | null }>(
    database,
    `SELECT s.uid AS "from", t.uid AS "to", r.type, r.note, r.at FROM relations r
         JOIN observations s ON s.id = r.source JOIN observations t ON t.id = r.target
       WHERE r.source IN (SELECT value FROM json_each(?1)) AND r.target IN (SELECT value FROM json_each(?1))
       ORDER BY r.at, s.uid, t.uid, r.type`,
  ).all(ids)
  return rows.map(({ note, ...row }) => ({ ...row, kind: 'relation', ...(note !== null && { note }) }))
}

export function importRows(writing: RecordWriter, rows: readonly ExportRow[]): ImportCounts {
  let [added, known] = [0, 0]
  for (const row of rows) {
    if (importRow(writing, row)) added += 1
    else known += 1
  }
  return { added, known }
}

function importRow(writing: RecordWriter, row: ExportRow): boolean {
  switch (row.kind) {
    case 'project':
      return importProject(writing, row)
    case 'session':
      return importSession(writing, row)
    case 'prompt':
      return importPrompt(writing, row)
    case 'relation':
      return importRelation(writing, row)
    case 'observation':
      return importObservation(writing, row)
  }
}

function importSession({ database }: RecordWriter, row: Extract<ExportRow, { kind: 'session' }>): boolean {
  const { changes } = prepared(
    database,
    `INSERT INTO sessions (id, project, directory, started_at, ended_at, summary) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
  ).run(row.id, row.project, row.directory ?? null, row.started_at, row.ended_at ?? null, row.summary ?? null)
  return Number(changes) > 0
}

function importPrompt({ database }: RecordWriter, row: Extract<ExportRow, { kind: 'prompt' }>): boolean {
  ensureSession(database, { id: row.session_id, project: row.project, now: row.at })
  const { changes } = prepared(
    database,
    'INSERT INTO prompts (session_id, project, content, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(row.session_id, row.project, row.content, row.at)
  return Number(changes) > 0
}

function importRelation({ database }: RecordWriter, row: Extract<ExportRow, { kind: 'relation' }>): boolean {
  const { changes } = prepared(
    database,
    `INSERT INTO relations (source, target, type, note, at)
       SELECT s.id, t.id, ?, ?, ? FROM observations s, observations t WHERE s.uid = ? AND t.uid = ?
       ON CONFLICT DO NOTHING`,
  ).run(row.type, row.note ?? null, row.at, row.from, row.to)
  return Number(changes) > 0
}

function importObservation(writing: RecordWriter, row: Extract<ExportRow, { kind: 'observation' }>): boolean {
  const { database } = writing
  if (prepared(database, 'SELECT 1 FROM observations WHERE uid = ?').get(row.uid) !== undefined) return false
  ensureSession(database, { id: row.session_id, project: row.project, now: row.created_at })
  const { lastInsertRowid } = prepared(
    database,
    `INSERT INTO observations (uid, session_id, type, title, content, fields, project, scope, namespace, topic_key,
         origin, hash, revision_count, duplicate_count, created_at, updated_at, last_seen_at, expires_at, review_after,
         valid_from, valid_until, files, deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    row.uid,
    row.session_id,
    row.type,
    row.title,
    row.content,
    row.fields === undefined ? null : JSON.stringify(row.fields),
    row.project,
    row.scope,
    row.namespace ?? null,
    freeKey(database, row),
    JSON.stringify(row.origin),
    recordHash(row.content),
    row.revision_count,
    row.duplicate_count,
    row.created_at,
    row.updated_at,
    row.updated_at,
    row.expires_at ?? null,
    row.review_after ?? null,
    row.valid_from ?? null,
    row.valid_until ?? null,
    filesText(row.files),
    row.deleted_at ?? null,
  )
  const id = Number(lastInsertRowid)
  const revision = prepared(
    database,
    'INSERT INTO revisions (observation, n, type, title, content, fields, at, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  for (const { n, type, title, content, fields, at, origin } of row.revisions)
    revision.run(
      id,
      n,
      type,
      title,
      content,
      fields === undefined ? null : JSON.stringify(fields),
      at,
      JSON.stringify(origin),
    )
  if (row.deleted_at === undefined) indexed(writing, readRecordRow(database, id))
  return true
}

/** A key that a record here holds already stays with it; the imported one is kept without. */
function freeKey(database: Database, row: Extract<ExportRow, { kind: 'observation' }>): string | null {
  if (row.topic_key === undefined || row.deleted_at !== undefined) return row.topic_key ?? null
  const { topic_key, project, scope, namespace } = row
  const taken = keyHolder(database, { topic_key, project, scope, namespace })
  return taken === undefined ? row.topic_key : null
}
