import { refuse } from '../../operation/errors.ts'
import { type Database, readDatabase, typedStatement } from '../../store/database/sqlite.ts'
import { type ExportRow, RELATIONS, type RecordOrigin } from '../port.ts'
import { uidOf } from './text.ts'

type ForeignRow = Readonly<Record<string, string | number | null>>

/** Reads a Hoofy or engram database: both keep sessions, observations, user prompts, and Hoofy relations too. */
export function readForeign(file: string, source: { project: string; origin: RecordOrigin }): ExportRow[] {
  using database = readDatabase(file)
  const tables = new Set(
    all(database, `SELECT name FROM sqlite_master WHERE type = 'table'`).map(row => String(row.name)),
  )
  if (!tables.has('observations') || !tables.has('sessions'))
    throw refuse('usage', `${file} is no memory database: it lacks the tables sessions and observations.`, {
      target: file,
    })
  const from = (table: string) => (tables.has(table) ? all(database, `SELECT * FROM ${table} ORDER BY rowid`) : [])
  const observations = from('observations')
  const uids = new Map(observations.map(row => [row.id, uidFor(row)]))
  return [
    ...from('sessions').map(row => toSession(row, source.project)),
    ...observations.map(row => toObservation(row, source)),
    ...from('user_prompts').map(row => toPrompt(row, source.project)),
    ...from('relations').flatMap(row => toRelation(row, uids)),
    ...from('observation_relations').flatMap(row => toRelation(row, uids)),
  ]
}

function all(database: Database, sql: string): ForeignRow[] {
  return typedStatement<ForeignRow>(database, sql).all()
}

function uidFor({ id, title, created_at, sync_id }: ForeignRow): string {
  return uidOf('foreign', String(sync_id ?? id), String(title), String(created_at))
}

function toSession(row: ForeignRow, project: string): ExportRow {
  return {
    kind: 'session',
    id: String(row.id),
    project: text(row.project) ?? project,
    directory: text(row.directory),
    started_at: time(row.started_at) ?? 0,
    ended_at: time(row.ended_at),
    summary: text(row.summary),
  }
}

function toObservation(row: ForeignRow, { project, origin }: { project: string; origin: RecordOrigin }): ExportRow {
  const created = time(row.created_at) ?? 0
  return {
    kind: 'observation',
    uid: uidFor(row),
    session_id: text(row.session_id) ?? 'imported',
    type: text(row.type) ?? 'manual',
    title: text(row.title) ?? 'untitled',
    content: text(row.content) ?? '',
    fields: undefined,
    project: text(row.project) ?? project,
    scope: row.scope === 'personal' ? 'personal' : 'project',
    namespace: text(row.namespace),
    topic_key: text(row.topic_key),
    origin,
    revision_count: Math.max(1, Number(row.revision_count ?? 1)),
    duplicate_count: Math.max(1, Number(row.duplicate_count ?? 1)),
    created_at: created,
    updated_at: time(row.updated_at) ?? created,
    expires_at: time(row.expires_at),
    review_after: time(row.review_after),
    valid_from: time(row.valid_from),
    valid_until: time(row.valid_until),
    files: undefined,
    deleted_at: time(row.deleted_at),
    revisions: [],
  }
}

function toPrompt(row: ForeignRow, project: string): ExportRow {
  return {
    kind: 'prompt',
    session_id: text(row.session_id) ?? 'imported',
    project: text(row.project) ?? project,
    content: text(row.content) ?? '',
    at: time(row.created_at) ?? 0,
  }
}

function toRelation(row: ForeignRow, uids: ReadonlyMap<string | number | null | undefined, string>): ExportRow[] {
  const [from, to] = [uids.get(row.from_id ?? row.source_id), uids.get(row.to_id ?? row.target_id)]
  if (from === undefined || to === undefined) return []
  const named = text(row.type) ?? text(row.relation_type) ?? 'relates_to'
  const type = RELATIONS.find(known => known === named)
  const note = text(row.note) ?? (type === undefined ? named : undefined)
  return [
    {
      kind: 'relation',
      from,
      to,
      type: type ?? 'relates_to',
      at: time(row.created_at) ?? 0,
      ...(note !== undefined && { note }),
    },
  ]
}

function text(value: string | number | null | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value)
}

/** SQLite's `datetime('now')` is UTC without saying so. */
function time(value: string | number | null | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'number') return value
  const at = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? undefined : at
}
