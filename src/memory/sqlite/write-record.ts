import { randomBytes } from 'node:crypto'
import { refuse } from '../../operation/errors.ts'
import type { SearchIndex } from '../../search/port.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { Observation, RecordDraft, RecordOrigin, RecordPatch, SavedRecord, TopicAddress } from '../port.ts'
import { distinctKey, sameTitle } from '../text/title-key.ts'
import { facetsOf } from './filter.ts'
import { filesText, type ObservationRow, recordHash, toObservation } from './rows.ts'

const DUPLICATE_WINDOW_MS = 15 * 60 * 1000

export interface RecordWriter {
  readonly database: Database
  readonly index: SearchIndex
  readonly now: number
}

/** Called inside one immediate transaction: the look-up and the write cannot be separated by another process. */
export function upsertDraft(
  writing: RecordWriter,
  address: TopicAddress,
  make: (existing: Observation | undefined) => RecordDraft,
): SavedRecord {
  const { topic_key, existing, other } = chooseRecord(writing.database, address)
  const draft = { ...make(existing), topic_key }
  if (existing === undefined)
    return { observation: insert(writing, draft), action: 'created', ...(other !== undefined && { other }) }
  const observation = revise(writing, existing, { ...draft, project: existing.project })
  const isRenamed = !sameTitle(existing.title, observation.title)
  return { observation, action: 'updated', ...(isRenamed && { former_title: existing.title }) }
}

interface RecordMatch {
  readonly topic_key: string
  readonly existing?: Observation
  readonly other?: Observation
}

/** A key that was given names its record. One that was made from a title does so only where that has the same title. */
function chooseRecord(database: Database, address: TopicAddress): RecordMatch {
  const { derived, topic_key } = address
  const holderOf = (key: string) => {
    const row = holderAmong(database, { ...address, topic_key: key })
    return row === undefined ? undefined : toObservation(row)
  }
  const holder = holderOf(topic_key)
  if (derived === undefined) return { topic_key, ...(holder !== undefined && { existing: holder }) }
  const distinct = distinctKey(topic_key, derived.title)
  for (const key of [topic_key, distinct, derived.former_key]) {
    const existing = key === topic_key ? holder : holderOf(key)
    if (existing !== undefined && sameTitle(existing.title, derived.title)) return { topic_key: key, existing }
  }
  return holder === undefined ? { topic_key } : { topic_key: distinct, other: holder }
}

/** A record of the same project that was saved under another of its names is the same record. */
function holderAmong(database: Database, { also = [], project, ...rest }: TopicAddress): ObservationRow | undefined {
  for (const name of [project, ...also]) {
    const row = keyHolder(database, { ...rest, project: name } as Addressed)
    if (row !== undefined) return row
  }
  return undefined
}

export function saveDraft(writing: RecordWriter, draft: RecordDraft): SavedRecord {
  if (draft.topic_key !== undefined) {
    const { topic_key, project, also, scope, namespace, derived } = draft
    return upsertDraft(writing, { topic_key, project, also, scope, namespace, derived }, () => draft)
  }
  const twin = findTwin(writing, draft)
  if (twin === undefined) return { observation: insert(writing, draft), action: 'created' }
  prepared(
    writing.database,
    'UPDATE observations SET duplicate_count = duplicate_count + 1, last_seen_at = ? WHERE id = ?',
  ).run(writing.now, twin.id)
  return { observation: readRecordRow(writing.database, twin.id), action: 'duplicate' }
}

/** Changes an observation; the text it had becomes a revision. */
export function revise(
  writing: RecordWriter,
  existing: Observation,
  next: Omit<RecordDraft, 'session_id'>,
): Observation {
  const { database, now } = writing
  const { topic_key, project, scope } = next
  requireFreeKey(database, { id: existing.id, topic_key, project, scope, namespace: existing.namespace })
  prepared(
    database,
    `INSERT INTO revisions (observation, n, type, title, content, fields, at, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    existing.id,
    existing.revision_count,
    existing.type,
    existing.title,
    existing.content,
    existing.fields === undefined ? null : JSON.stringify(existing.fields),
    existing.updated_at,
    JSON.stringify(existing.origin),
  )
  prepared(
    database,
    `UPDATE observations SET type = ?, title = ?, content = ?, fields = ?, project = ?, scope = ?, topic_key = ?,
         expires_at = ?, review_after = ?, valid_from = ?, valid_until = ?, files = ?, origin = ?, hash = ?, revision_count = revision_count + 1, updated_at = ?,
         last_seen_at = ? WHERE id = ?`,
  ).run(
    next.type,
    next.title,
    next.content,
    next.fields === undefined ? null : JSON.stringify(next.fields),
    next.project,
    next.scope,
    next.topic_key ?? null,
    next.expires_at ?? null,
    next.review_after ?? null,
    next.valid_from ?? null,
    next.valid_until ?? null,
    filesText(next.files),
    JSON.stringify(next.origin),
    recordHash(next.content),
    now,
    now,
    existing.id,
  )
  // Its vector was of the old text.
  prepared(database, 'DELETE FROM memory_vectors WHERE id = ?').run(existing.id)
  return indexed(writing, readRecordRow(database, existing.id))
}

export function patched(
  existing: Observation,
  patch: RecordPatch,
  origin: RecordOrigin,
): Omit<RecordDraft, 'session_id'> {
  const given = <K extends keyof RecordPatch & keyof Observation>(key: K) =>
    patch[key] === undefined ? existing[key] : (patch[key] ?? undefined)
  const content = patch.content ?? existing.content
  return {
    type: patch.type ?? existing.type,
    title: patch.title ?? existing.title,
    content,
    // Structured fields describe the old text; a text that was replaced by hand no longer has them.
    ...(existing.fields !== undefined && content === existing.content && { fields: existing.fields }),
    project: patch.project ?? existing.project,
    scope: patch.scope ?? existing.scope,
    namespace: existing.namespace,
    topic_key: given('topic_key') as string | undefined,
    expires_at: given('expires_at') as number | undefined,
    review_after: given('review_after') as number | undefined,
    valid_from: given('valid_from') as number | undefined,
    valid_until: given('valid_until') as number | undefined,
    files: patch.files ?? existing.files,
    origin,
  }
}

type Addressed = Pick<Observation, 'topic_key' | 'project' | 'scope' | 'namespace'>

/** The record that holds a topic key, if one does. */
export function keyHolder(
  database: Database,
  { topic_key, project, scope, namespace }: Addressed,
): ObservationRow | undefined {
  if (topic_key === undefined) return undefined
  return prepared<ObservationRow>(
    database,
    `SELECT * FROM observations WHERE topic_key = ? AND project = ? AND scope = ? AND ifnull(namespace, '') = ?
       AND deleted_at IS NULL`,
  ).get(topic_key, project, scope, namespace ?? '')
}

/** Two records cannot have one key: the next save with it would not know which to update. */
export function requireFreeKey(database: Database, record: Addressed & { readonly id: number }): void {
  const holder = keyHolder(database, record)
  if (holder === undefined || holder.id === record.id) return
  throw refuse('conflict', `Record #${holder.id} has the topic key ${record.topic_key} already; nothing was changed.`, {
    target: String(record.id),
    fix: shell`furrow memory get ${holder.id}`,
  })
}

export function readRecordRow(database: Database, id: number): Observation {
  return toObservation(prepared(database, 'SELECT * FROM observations WHERE id = ?').get(id))
}

export function ensureSession(database: Database, session: { id: string; project: string; now: number }): void {
  prepared(database, 'INSERT INTO sessions (id, project, started_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
    session.id,
    session.project,
    session.now,
  )
}

export function indexed(writing: RecordWriter, observation: Observation): Observation {
  const { id, title, content, topic_key, session_id, project, created_at } = observation
  writing.index.put({
    id,
    title,
    body: content,
    ...(topic_key !== undefined && { key: topic_key }),
    group: `${project}\n${session_id}`,
    at: created_at,
    facets: facetsOf(observation),
  })
  return observation
}

function insert(writing: RecordWriter, draft: RecordDraft): Observation {
  const { database, now } = writing
  ensureSession(database, { id: draft.session_id, project: draft.project, now })
  const row = prepared(
    database,
    `INSERT INTO observations (uid, session_id, type, title, content, fields, project, scope, namespace, topic_key, origin,
         hash, created_at, updated_at, last_seen_at, expires_at, review_after, valid_from, valid_until, files)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
  ).get(
    randomBytes(10).toString('hex'),
    draft.session_id,
    draft.type,
    draft.title,
    draft.content,
    draft.fields === undefined ? null : JSON.stringify(draft.fields),
    draft.project,
    draft.scope,
    draft.namespace ?? null,
    draft.topic_key ?? null,
    JSON.stringify(draft.origin),
    recordHash(draft.content),
    now,
    now,
    now,
    draft.expires_at ?? null,
    draft.review_after ?? null,
    draft.valid_from ?? null,
    draft.valid_until ?? null,
    filesText(draft.files),
  )
  return indexed(writing, toObservation(row))
}

/** What a passage of a text said once is not learned again, however long ago that was. */
function findTwin({ database, now }: RecordWriter, draft: RecordDraft): ObservationRow | undefined {
  return prepared<ObservationRow>(
    database,
    `SELECT * FROM observations WHERE hash = ? AND project = ? AND created_at > ? AND title = ? AND type = ?
         AND scope = ? AND ifnull(namespace, '') = ? AND deleted_at IS NULL ORDER BY id DESC LIMIT 1`,
  ).get(
    recordHash(draft.content),
    draft.project,
    draft.once === true ? 0 : now - DUPLICATE_WINDOW_MS,
    draft.title,
    draft.type,
    draft.scope,
    draft.namespace ?? '',
  )
}
