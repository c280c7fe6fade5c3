import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { RecordFilter, Tidying, TidyingOptions } from '../port.ts'
import { conditionFor } from './filter.ts'

/** What could be tidied, by reading alone. A record that one kind names is not named by a later one. */
export function tidyingOf(database: Database, filter: RecordFilter, options: TidyingOptions): Tidying[] {
  const named = new Set<number>()
  return [
    ...duplicates(database, filter, options.limit),
    ...chains(database, filter, options.limit),
    ...manyRevisions(database, filter, options.limit),
    ...dated(database, filter, 'expired', options),
    ...dated(database, filter, 'review due', options),
    ...unused(database, filter, options),
  ]
    .filter(({ ids }) => {
      const isNew = !ids.some(id => named.has(id))
      if (isNew) for (const id of ids) named.add(id)
      return isNew
    })
    .slice(0, options.limit)
}

/** What the pipelines keep up to date themselves is theirs. */
const NOT_A_STAGE = `(topic_key IS NULL OR NOT (topic_key GLOB 'change/*' OR topic_key GLOB 'sdd/*'
    OR topic_key GLOB 'session/*' OR topic_key GLOB 'progress/*'))`

/** Records of one text; the newest stays. */
function duplicates(database: Database, filter: RecordFilter, limit: number): Tidying[] {
  const { sql, values } = conditionFor(filter)
  const rows = prepared<{ ids: string; keeps: number }>(
    database,
    `SELECT group_concat(id) AS ids, max(id) AS keeps FROM observations WHERE ${sql} AND ${NOT_A_STAGE}
       GROUP BY hash, project, scope, ifnull(namespace, '') HAVING count(*) > 1 ORDER BY keeps DESC LIMIT ?`,
  ).all(...values, limit)
  return rows.map(({ ids, keeps }) => ({ kind: 'duplicate', keeps, ids: othersOf(ids, keeps) }))
}

const LONG_CHAIN = 3

/** Records that replaced each other again and again; the newest of each chain stays. */
function chains(database: Database, filter: RecordFilter, limit: number): Tidying[] {
  const { sql, values } = conditionFor(filter)
  const rows = prepared<{ ids: string; keeps: number }>(
    database,
    `WITH RECURSIVE
       shown AS (SELECT id, project, scope FROM observations WHERE ${sql}),
       replaces (source, target) AS (
         SELECT source, target FROM relations JOIN shown a ON a.id = source JOIN shown b ON b.id = target
         WHERE type = 'supersedes' AND a.project = b.project AND a.scope = b.scope),
       chain (newest, id) AS (
         SELECT source, target FROM replaces WHERE source NOT IN (SELECT target FROM replaces)
         UNION SELECT newest, target FROM chain JOIN replaces ON source = chain.id)
     SELECT newest AS keeps, group_concat(id) AS ids FROM chain GROUP BY newest HAVING count(*) >= ${LONG_CHAIN - 1}
       ORDER BY newest DESC LIMIT ?`,
  ).all(...values, limit)
  return rows.map(({ ids, keeps }) => ({ kind: 'chain', keeps, ids: othersOf(ids, keeps) }))
}

const MANY_REVISIONS = 20

/** What was changed so often may have become about something else, or about several things. */
function manyRevisions(database: Database, filter: RecordFilter, limit: number): Tidying[] {
  const { sql, values } = conditionFor(filter)
  const rows = prepared<{ id: number }>(
    database,
    `SELECT id FROM observations WHERE ${sql} AND ${NOT_A_STAGE} AND revision_count > ${MANY_REVISIONS}
       ORDER BY revision_count DESC LIMIT ?`,
  ).all(...values, limit)
  return rows.map(({ id }) => ({ kind: 'revisions', ids: [id] }))
}

const DATES = {
  expired: `min(ifnull(expires_at, valid_until), ifnull(valid_until, expires_at))`,
  'review due': 'review_after',
}

function dated(
  database: Database,
  filter: RecordFilter,
  kind: 'expired' | 'review due',
  { now, limit }: TidyingOptions,
): Tidying[] {
  const { sql, values } = conditionFor(filter)
  const column = DATES[kind]
  const rows = prepared<{ id: number }>(
    database,
    `SELECT id FROM observations WHERE ${sql} AND ${column} IS NOT NULL AND ${column} <= ? ORDER BY ${column} LIMIT ?`,
  ).all(...values, now, limit)
  return rows.map(({ id }) => ({ kind, ids: [id] }))
}

/** One proposal for all: what nobody changed, saved again or found since. */
function unused(database: Database, filter: RecordFilter, { unusedSince, limit }: TidyingOptions): Tidying[] {
  const { sql, values } = conditionFor(filter)
  const rows = prepared<{ id: number }>(
    database,
    `SELECT id FROM observations WHERE ${sql} AND ${NOT_A_STAGE} AND max(updated_at, last_seen_at) < ?
       AND id NOT IN (SELECT id FROM memory_found WHERE at >= ?) ORDER BY updated_at LIMIT ?`,
  ).all(...values, unusedSince, unusedSince, limit)
  return rows.length === 0 ? [] : [{ kind: 'unused', ids: rows.map(({ id }) => id) }]
}

function othersOf(ids: string, keeps: number): number[] {
  return ids
    .split(',')
    .map(Number)
    .filter(id => id !== keeps)
    .sort((a, b) => a - b)
}
