import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { MemoryHit, Observation, RecordFilter, TitledRecord, ValidityMark } from '../port.ts'
import { MOST_COMPARED_NOTES } from '../text/near-notes.ts'

interface SqlCondition {
  readonly sql: string
  readonly values: (string | number | null)[]
}

/** Rows that a reader may see. Another project's are never among them unless it was asked for. */
export function conditionFor({ type, projects, scope, namespace, session, topic }: RecordFilter): SqlCondition {
  const parts: [string, ...(string | number)[]][] = [['deleted_at IS NULL']]
  if (type !== undefined) parts.push(['type = ?', type])
  if (scope !== undefined) parts.push(['scope = ?', scope])
  if (namespace !== undefined) parts.push(['namespace = ?', namespace])
  if (session !== undefined) parts.push(['session_id = ?', session])
  if (topic !== undefined) {
    const key = plainTopic(topic)
    parts.push([`(topic_key = ? OR substr(topic_key, 1, length(?) + 1) = ? || '/')`, key, key, key])
  }
  if (projects !== undefined)
    parts.push([`(scope = 'personal' OR project IN (SELECT value FROM json_each(?)))`, JSON.stringify(projects)])
  return { sql: parts.map(([sql]) => sql).join(' AND '), values: parts.flatMap(([, ...values]) => values) }
}

/** `adr/` and `adr/*` mean the family `adr`. */
function plainTopic(topic: string): string {
  return topic.replace(/\/+\*?$/, '')
}

/** A topic key and every family that it lies in: `adr/shop/one-database` lies in `adr/shop` and in `adr`. */
function topicsOf(key: string): string[] {
  const parts = key.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** What of a record a search can be narrowed by. */
export function facetsOf({ type, project, scope, namespace, session_id, topic_key }: Observation): string[] {
  return [
    `type:${type}`,
    `project:${project}`,
    `scope:${scope}`,
    `session:${session_id}`,
    ...(namespace === undefined ? [] : [`namespace:${namespace}`]),
    ...(topic_key === undefined ? [] : topicsOf(topic_key).map(topic => `topic:${topic}`)),
  ]
}

/** The same filter as lists of facets, one of each of which a record must have. */
export function facetListsOf({ projects, ...rest }: RecordFilter): string[][] {
  const given = {
    type: rest.type,
    scope: rest.scope,
    namespace: rest.namespace,
    session: rest.session,
    topic: rest.topic === undefined ? undefined : plainTopic(rest.topic),
  }
  return [
    ...(projects === undefined ? [] : [['scope:personal', ...projects.map(project => `project:${project}`)]]),
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[`${name}:${value}`]])),
  ]
}

/** What is replaced or past its time is still found, further down. */
const SINKS = 0.5

/**
 * Each part by its own index. A plain UNION wants the ids in order, and for that SQLite reads the whole table: every
 * search of a large memory would take five times as long.
 */
export const DEMOTED_RECORDS = `SELECT target AS id FROM relations JOIN observations ON observations.id = source
     WHERE relations.type = 'supersedes' AND deleted_at IS NULL AND target IN (SELECT value FROM json_each(?1))
   UNION ALL SELECT id FROM observations INDEXED BY observations_expiry WHERE expires_at IS NOT NULL AND expires_at <= ?2
   UNION ALL SELECT id FROM observations INDEXED BY observations_valid_until
     WHERE valid_until IS NOT NULL AND valid_until <= ?2
   UNION ALL SELECT id FROM observations INDEXED BY observations_valid_from
     WHERE valid_from IS NOT NULL AND valid_from > ?2`

export function boostsIn(database: Database, now: number): (ids: readonly number[]) => Map<number, number> {
  return ids => {
    const list = JSON.stringify(ids)
    const rows = prepared<{ id: number }>(database, DEMOTED_RECORDS).all(list, now)
    return new Map(rows.map(({ id }) => [id, SINKS]))
  }
}

interface TitledRow {
  readonly topic_key: string | null
  readonly valid_from: number | null
  readonly valid_until: number | null
}

/** The records of some ids, the newest first, without those that were deleted or replaced. */
export function notReplaced(database: Database, ids: readonly number[]): TitledRecord[] {
  const rows = prepared<Pick<TitledRecord, 'id' | 'title' | 'content' | 'scope'> & TitledRow>(
    database,
    `SELECT id, title, substr(content, 1, ${MOST_COMPARED_NOTES}) AS content, scope, topic_key, valid_from, valid_until FROM observations WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM relations JOIN observations AS newer ON newer.id = source
       WHERE target = observations.id AND relations.type = 'supersedes' AND newer.deleted_at IS NULL
     ) ORDER BY id DESC`,
  ).all(JSON.stringify(ids))
  return rows.map(row => ({
    ...row,
    topic_key: row.topic_key ?? undefined,
    valid_from: row.valid_from ?? undefined,
    valid_until: row.valid_until ?? undefined,
  }))
}

export function marksOf(
  database: Database,
  observations: readonly Observation[],
  now: number,
): ReadonlyMap<number, readonly ValidityMark[]> {
  const rows = prepared<{ id: number }>(
    database,
    `SELECT target AS id FROM relations JOIN observations ON observations.id = source
       WHERE target IN (SELECT value FROM json_each(?)) AND relations.type = 'supersedes' AND deleted_at IS NULL`,
  ).all(JSON.stringify(observations.map(({ id }) => id)))
  const superseded = new Set(rows.map(({ id }) => id))
  return new Map(
    observations.map(observation => [
      observation.id,
      [...(superseded.has(observation.id) ? (['superseded'] as const) : []), ...datedMarks(observation, now)],
    ]),
  )
}

function datedMarks({ expires_at, review_after, valid_from, valid_until }: Observation, now: number): ValidityMark[] {
  const isPast = (at: number | undefined) => at !== undefined && at <= now
  const marks: readonly (readonly [ValidityMark, boolean])[] = [
    ['expired', isPast(expires_at)],
    ['not valid yet', valid_from !== undefined && valid_from > now],
    ['no longer valid', isPast(valid_until)],
    ['review due', isPast(review_after)],
  ]
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : []))
}

/** Whether a record cannot be relied on at a time, the first value that a statement is given. */
export const OUTDATED = '(ifnull(expires_at <= ?1, 0) OR ifnull(valid_until <= ?1, 0) OR ifnull(valid_from > ?1, 0))'

/** A record that was replaced follows the one that replaced it, where both were found. */
export function replacedLast(database: Database, hits: readonly MemoryHit[]): MemoryHit[] {
  if (!hits.some(({ marks }) => marks.includes('superseded'))) return [...hits]
  const ids = JSON.stringify(hits.map(({ observation }) => observation.id))
  const rows = prepared<{ source: number; target: number }>(
    database,
    `SELECT source, target FROM relations WHERE type = 'supersedes'
       AND source IN (SELECT value FROM json_each(?1)) AND target IN (SELECT value FROM json_each(?1))`,
  ).all(ids)
  const ordered = [...hits]
  const at = (id: number) => ordered.findIndex(({ observation }) => observation.id === id)
  for (const { source, target } of rows) {
    const [newer, older] = [at(source), at(target)]
    if (older < newer) ordered.splice(newer, 0, ...ordered.splice(older, 1))
  }
  return ordered
}
