import { type Database, prepared } from '../../../store/database/sqlite.ts'
import type { IdentityChange, KnownPlace } from '../../projects/port.ts'

interface PlaceRow {
  readonly path: string
  readonly project: string
  readonly stamp: string
  readonly name: string
  readonly remote: string | null
  readonly root: string | null
  readonly is_pinned: number
  readonly news: string | null
}

export function placeAt(database: Database, path: string): KnownPlace | undefined {
  const row = prepared<PlaceRow>(database, 'SELECT * FROM project_places WHERE path = ?').get(path)
  return row === undefined ? undefined : toPlace(row)
}

export function placesWith(database: Database, column: 'stamp' | 'remote', value: string): KnownPlace[] {
  const rows = prepared<PlaceRow>(database, `SELECT * FROM project_places WHERE ${column} = ? ORDER BY at DESC`).all(
    value,
  )
  return rows.map(toPlace)
}

function toPlace({ is_pinned, news, remote, root, path, project, stamp, name }: PlaceRow): KnownPlace {
  return {
    path,
    project,
    stamp,
    name,
    remote: remote ?? undefined,
    root: root ?? undefined,
    isPinned: is_pinned === 1,
    news: news === null ? [] : (JSON.parse(news) as IdentityChange[]),
  }
}

export interface MemoryProjectRow {
  readonly name: string
  readonly claimed_at: number | null
  readonly shared_before: number | null
  readonly is_from_0_1: number
}

export function projectRow(database: Database, name: string): MemoryProjectRow | undefined {
  return prepared(database, 'SELECT * FROM projects WHERE name = ?').get(name) as MemoryProjectRow | undefined
}

/** The project that a merge led to. */
export function aliasOwnerOf(database: Database, name: string): string {
  const row = prepared(
    database,
    `WITH RECURSIVE owner (name) AS (
       SELECT ?1 UNION SELECT merged_into FROM projects JOIN owner USING (name) WHERE merged_into IS NOT NULL
     ) SELECT owner.name FROM owner LEFT JOIN projects ON projects.name = owner.name WHERE merged_into IS NULL`,
  ).get(name) as { name: string } | undefined
  return row?.name ?? name
}

/** Every name under which a project has records: its own, those merged into it, and what 0.1 kept under one name. */
export function namesOf(database: Database, owner: string): string[] {
  const rows = prepared<{ name: string }>(
    database,
    `WITH RECURSIVE part (name) AS (
       SELECT ?1 UNION SELECT projects.name FROM projects JOIN part ON projects.merged_into = part.name
     ) SELECT name FROM part UNION SELECT pool FROM project_pools WHERE project IN (SELECT name FROM part)`,
  ).all(owner)
  return [owner, ...rows.map(({ name }) => name).filter(name => name !== owner)]
}

/** Asked by every call, so both questions are answered by an index. */
export function isKnownProject(database: Database, name: string): boolean {
  if (projectRow(database, name) !== undefined) return true
  const sql = 'SELECT 1 FROM observations WHERE project = ? AND deleted_at IS NULL LIMIT 1'
  return prepared(database, sql).get(name) !== undefined
}

/** A name as a caller gives it: a project has it, or records do, or it is an alias of one project alone. */
export function projectCalled(database: Database, name: string): string {
  if (isKnownProject(database, name)) return name
  const owners = prepared<{ project: string }>(database, 'SELECT project FROM project_aliases WHERE alias = ?').all(
    name,
  )
  const [only, another] = owners
  return only !== undefined && another === undefined ? only.project : name
}

/** `shop`, or `shop-2` where another project is called so. */
export function freeName(database: Database, wanted: string): string {
  if (!isKnownProject(database, wanted)) return wanted
  for (let number = 2; ; number += 1) if (!isKnownProject(database, `${wanted}-${number}`)) return `${wanted}-${number}`
}

export function countRecords(database: Database, names: readonly string[]): number {
  const row = prepared(
    database,
    `SELECT count(*) AS n FROM observations WHERE deleted_at IS NULL AND project IN (SELECT value FROM json_each(?))`,
  ).get(JSON.stringify(names)) as { n: number }
  return row.n
}
