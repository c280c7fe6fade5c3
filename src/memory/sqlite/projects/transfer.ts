import { type Database, prepared } from '../../../store/database/sqlite.ts'
import type { ExportRow, RecordFilter } from '../../port.ts'
import type { RecordWriter } from '../write-record.ts'
import { aliasOwnerOf, isKnownProject } from './project-rows.ts'

type ExportedProject = Extract<ExportRow, { kind: 'project' }>

/** By what projects are recognised elsewhere too. Where they lie on this machine says nothing there. */
export function exportProjects(database: Database, { projects }: RecordFilter): ExportedProject[] {
  const names = JSON.stringify(projects ?? null)
  const rows = prepared<{ name: string; merged_into: string | null }>(
    database,
    `SELECT name, merged_into FROM projects WHERE ?1 = 'null' OR name IN (SELECT value FROM json_each(?1)) ORDER BY name`,
  ).all(names)
  const listed = (sql: string, name: string) =>
    prepared<{ value: string }>(database, sql)
      .all(name)
      .map(({ value }) => value)
  return rows
    .map(({ name, merged_into }) => ({
      kind: 'project' as const,
      name,
      aliases: listed('SELECT alias AS value FROM project_aliases WHERE project = ? ORDER BY alias', name),
      roots: listed('SELECT root AS value FROM project_roots WHERE project = ? ORDER BY root', name),
      pools: listed('SELECT pool AS value FROM project_pools WHERE project = ? ORDER BY pool', name),
      ...(merged_into !== null && { merged_into }),
    }))
    .filter(saysSomething)
}

function saysSomething({ aliases, roots, pools, merged_into }: ExportedProject): boolean {
  return aliases.length + roots.length + pools.length > 0 || merged_into !== undefined
}

/** Adds what is not known yet. A history that is known here under another name keeps that; both names find the records. */
export function importProject({ database, now }: RecordWriter, row: ExportedProject): boolean {
  const { name, aliases, roots, pools } = row
  const wasKnown = isKnownProject(database, name)
  const run = (sql: string, ...values: (string | number)[]) => Number(prepared(database, sql).run(...values).changes)
  let changes = run('INSERT INTO projects (name, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING', name, now)
  const into = wasKnown ? undefined : (ownerOfRoots(database, roots) ?? row.merged_into)
  if (into !== undefined && aliasOwnerOf(database, into) !== name)
    changes += run('UPDATE projects SET merged_into = ?2 WHERE name = ?1 AND merged_into IS NULL', name, into)
  if (roots.length > 0)
    changes += run('UPDATE projects SET claimed_at = ?2 WHERE name = ?1 AND claimed_at IS NULL', name, now)
  for (const root of roots)
    changes += run('INSERT INTO project_roots (root, project) VALUES (?, ?) ON CONFLICT DO NOTHING', root, name)
  for (const alias of aliases)
    changes += run(
      'INSERT INTO project_aliases (project, alias, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      name,
      alias,
      now,
    )
  for (const pool of pools)
    changes += run('INSERT INTO project_pools (project, pool) VALUES (?, ?) ON CONFLICT DO NOTHING', name, pool)
  return changes > 0
}

function ownerOfRoots(database: Database, roots: readonly string[]): string | undefined {
  for (const root of roots) {
    const row = prepared(database, 'SELECT project FROM project_roots WHERE root = ?').get(root)
    if (row !== undefined) return (row as { project: string }).project
  }
  return undefined
}
