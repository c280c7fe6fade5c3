import { type Database, prepared } from '../../store/sqlite.ts'
import type { Filter, Hit, Observation } from '../port.ts'
import { toObservation } from './rows.ts'

interface Condition {
  readonly sql: string
  readonly values: (string | number | null)[]
}

/** Rows that a reader may see. Another project's are never among them unless it was asked for. */
export function conditionFor({ type, projects, scope, namespace, session, topic }: Filter): Condition {
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
export function withinOf({ projects, ...rest }: Filter): string[][] {
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

export function bendIn(database: Database, now: number): (ids: readonly number[]) => Map<number, number> {
  return ids => {
    const list = JSON.stringify(ids)
    const rows = prepared(
      database,
      `SELECT target AS id FROM relations JOIN observations ON observations.id = source
           WHERE relations.type = 'supersedes' AND deleted_at IS NULL AND target IN (SELECT value FROM json_each(?1))
         UNION SELECT id FROM observations WHERE expires_at IS NOT NULL AND expires_at <= ?2`,
    ).all(list, now) as unknown as { id: number }[]
    return new Map(rows.map(({ id }) => [id, SINKS]))
  }
}

/** The records of some ids, the newest first, without those that were deleted or replaced. */
export function notReplaced(database: Database, ids: readonly number[]): Observation[] {
  const rows = prepared(
    database,
    `SELECT * FROM observations WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM relations JOIN observations AS newer ON newer.id = source
       WHERE target = observations.id AND relations.type = 'supersedes' AND newer.deleted_at IS NULL
     ) ORDER BY id DESC`,
  ).all(JSON.stringify(ids))
  return rows.map(toObservation)
}

export function marksOf(database: Database, { id, expires_at, review_after }: Observation, now: number): Hit['marks'] {
  const superseded = prepared(
    database,
    `SELECT 1 FROM relations JOIN observations ON observations.id = source
       WHERE target = ? AND relations.type = 'supersedes' AND deleted_at IS NULL LIMIT 1`,
  ).get(id)
  const marks: Hit['marks'][number][] = []
  if (superseded !== undefined) marks.push('superseded')
  if (expires_at !== undefined && expires_at <= now) marks.push('expired')
  if (review_after !== undefined && review_after <= now) marks.push('review due')
  return marks
}

/** A record that was replaced follows the one that replaced it, where both were found. */
export function replacedLast(database: Database, hits: readonly Hit[]): Hit[] {
  if (!hits.some(({ marks }) => marks.includes('superseded'))) return [...hits]
  const ids = JSON.stringify(hits.map(({ observation }) => observation.id))
  const rows = prepared(
    database,
    `SELECT source, target FROM relations WHERE type = 'supersedes'
       AND source IN (SELECT value FROM json_each(?1)) AND target IN (SELECT value FROM json_each(?1))`,
  ).all(ids) as unknown as { source: number; target: number }[]
  const ordered = [...hits]
  const at = (id: number) => ordered.findIndex(({ observation }) => observation.id === id)
  for (const { source, target } of rows) {
    const [newer, older] = [at(source), at(target)]
    if (older < newer) ordered.splice(newer, 0, ...ordered.splice(older, 1))
  }
  return ordered
}
