import { createHash } from 'node:crypto'
import type { ExplorationFields } from '../explore/fields.ts'
import type {
  CitedFile,
  MemoryScope,
  Observation,
  RecordOrigin,
  RecordRevision,
  Relation,
  RelationType,
  SavedPrompt,
  Session,
} from '../port.ts'

/** Rows as SQLite hands them out; nothing outside this folder sees them. */
export interface ObservationRow {
  readonly id: number
  readonly uid: string
  readonly session_id: string
  readonly type: string
  readonly title: string
  readonly content: string
  readonly fields: string | null
  readonly project: string
  readonly scope: MemoryScope
  readonly namespace: string | null
  readonly topic_key: string | null
  readonly origin: string
  readonly hash: string
  readonly revision_count: number
  readonly duplicate_count: number
  readonly created_at: number
  readonly updated_at: number
  readonly last_seen_at: number
  readonly expires_at: number | null
  readonly review_after: number | null
  readonly valid_from: number | null
  readonly valid_until: number | null
  readonly files: string | null
  readonly deleted_at: number | null
}

export function toObservation(value: unknown): Observation {
  const { hash: _, is_outdated: __, ...row } = value as ObservationRow & { readonly is_outdated?: number }
  return {
    ...row,
    fields: fieldsIn(row.fields),
    origin: JSON.parse(row.origin) as RecordOrigin,
    namespace: row.namespace ?? undefined,
    topic_key: row.topic_key ?? undefined,
    expires_at: row.expires_at ?? undefined,
    review_after: row.review_after ?? undefined,
    valid_from: row.valid_from ?? undefined,
    valid_until: row.valid_until ?? undefined,
    files: filesIn(row.files),
    deleted_at: row.deleted_at ?? undefined,
  }
}

export function toRevision(value: unknown): RecordRevision {
  const row = value as Omit<RecordRevision, 'fields' | 'origin'> & { fields: string | null; origin: string }
  return { ...row, fields: fieldsIn(row.fields), origin: JSON.parse(row.origin) as RecordOrigin }
}

export function toRelation(value: unknown): Relation {
  const { source, target, note, ...row } = value as {
    id: number
    source: number
    target: number
    type: RelationType
    note: string | null
    at: number
  }
  return { ...row, from: source, to: target, note: note ?? undefined }
}

export function toSession(value: unknown): Session {
  const row = value as Record<'directory' | 'summary', string | null> & Record<'ended_at', number | null> & Session
  return {
    ...row,
    directory: row.directory ?? undefined,
    ended_at: row.ended_at ?? undefined,
    summary: row.summary ?? undefined,
  }
}

export function toPrompt(value: unknown): SavedPrompt {
  return { ...(value as SavedPrompt) }
}

function fieldsIn(text: string | null): ExplorationFields | undefined {
  return text === null ? undefined : (JSON.parse(text) as ExplorationFields)
}

/** While an older schema is brought up to date its rows have no such column. */
function filesIn(text: string | null | undefined): readonly CitedFile[] | undefined {
  return text === null || text === undefined ? undefined : (JSON.parse(text) as CitedFile[])
}

export function filesText(files: readonly CitedFile[] | undefined): string | null {
  return files === undefined || files.length === 0 ? null : JSON.stringify(files)
}

/** Two texts that differ only in case and white space count as the same. */
export function recordHash(content: string): string {
  return createHash('sha256').update(content.toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex')
}
