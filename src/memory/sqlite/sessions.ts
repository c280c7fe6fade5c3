import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { PageRequest, SavedPrompt, Session } from '../port.ts'
import { toPrompt, toSession } from './rows.ts'
import { ensureSession, type RecordWriter } from './write-record.ts'

export function startSession(
  { database, now }: RecordWriter,
  { id, project, directory }: Pick<Session, 'id' | 'project' | 'directory'>,
): Session {
  const row = prepared(
    database,
    `INSERT INTO sessions (id, project, directory, started_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET directory = coalesce(excluded.directory, directory), ended_at = NULL RETURNING *`,
  ).get(id, project, directory ?? null, now)
  return toSession(row)
}

export function endSession(
  { database, now }: RecordWriter,
  id: string,
  summary: string | undefined,
): Session | undefined {
  const row = prepared(
    database,
    'UPDATE sessions SET ended_at = ?, summary = coalesce(?, summary) WHERE id = ? RETURNING *',
  ).get(now, summary ?? null, id)
  return row === undefined ? undefined : toSession(row)
}

export function savePrompt(
  { database, now }: RecordWriter,
  { session_id, project, content }: Omit<SavedPrompt, 'id' | 'at'>,
): SavedPrompt {
  ensureSession(database, { id: session_id, project, now })
  const row = prepared(
    database,
    'INSERT INTO prompts (session_id, project, content, at) VALUES (?, ?, ?, ?) RETURNING *',
  ).get(session_id, project, content, now)
  return toPrompt(row)
}

export interface InProjects {
  readonly projects?: readonly string[]
}

export function recentSessions(database: Database, filter: InProjects, page: PageRequest): Session[] {
  return newest(database, 'sessions', 'started_at', filter, page).map(toSession)
}

export function recentPrompts(database: Database, filter: InProjects, page: PageRequest): SavedPrompt[] {
  return newest(database, 'prompts', 'at', filter, page).map(toPrompt)
}

function newest(
  database: Database,
  table: string,
  time: string,
  { projects }: InProjects,
  { limit, offset }: PageRequest,
): unknown[] {
  const condition = projects === undefined ? 'true' : 'project IN (SELECT value FROM json_each(?))'
  const values = projects === undefined ? [] : [JSON.stringify(projects)]
  return prepared(database, `SELECT * FROM ${table} WHERE ${condition} ORDER BY ${time} DESC LIMIT ? OFFSET ?`).all(
    ...values,
    limit,
    offset,
  )
}
