import type { Database } from '../../store/sqlite.ts'
import type { Filter, Hit, Observation } from '../port.ts'

interface Condition {
  readonly sql: string
  readonly values: (string | number | null)[]
}

/** Rows that a reader may see. Another project's are never among them unless it was asked for. */
export function conditionFor({ type, projects, scope, namespace }: Filter): Condition {
  const parts: [string, ...(string | number)[]][] = [['deleted_at IS NULL']]
  if (type !== undefined) parts.push(['type = ?', type])
  if (scope !== undefined) parts.push(['scope = ?', scope])
  if (namespace !== undefined) parts.push(['namespace = ?', namespace])
  if (projects !== undefined)
    parts.push([`(scope = 'personal' OR project IN (SELECT value FROM json_each(?)))`, JSON.stringify(projects)])
  return { sql: parts.map(([sql]) => sql).join(' AND '), values: parts.flatMap(([, ...values]) => values) }
}

export function among(filter: Filter): Condition {
  const { sql, values } = conditionFor(filter)
  return { sql: `EXISTS (SELECT 1 FROM observations WHERE observations.id = document.id AND ${sql})`, values }
}

/** What is replaced or past its time is still found, further down. */
const SINKS = 0.5

export function bendIn(database: Database, now: number): (ids: readonly number[]) => Map<number, number> {
  return ids => {
    const list = JSON.stringify(ids)
    const rows = database
      .prepare(
        `SELECT target AS id FROM relations JOIN observations ON observations.id = source
           WHERE relations.type = 'supersedes' AND deleted_at IS NULL AND target IN (SELECT value FROM json_each(?1))
         UNION SELECT id FROM observations WHERE expires_at <= ?2 AND id IN (SELECT value FROM json_each(?1))`,
      )
      .all(list, now) as unknown as { id: number }[]
    return new Map(rows.map(({ id }) => [id, SINKS]))
  }
}

export function marksOf(database: Database, { id, expires_at, review_after }: Observation, now: number): Hit['marks'] {
  const superseded = database
    .prepare(
      `SELECT 1 FROM relations JOIN observations ON observations.id = source
       WHERE target = ? AND relations.type = 'supersedes' AND deleted_at IS NULL LIMIT 1`,
    )
    .get(id)
  const marks: Hit['marks'][number][] = []
  if (superseded !== undefined) marks.push('superseded')
  if (expires_at !== undefined && expires_at <= now) marks.push('expired')
  if (review_after !== undefined && review_after <= now) marks.push('review due')
  return marks
}
