import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { Stats } from '../port.ts'

export function statsOf(database: Database): Stats {
  const count = (sql: string) => (prepared(database, `SELECT count(*) AS n FROM ${sql}`).get() as { n: number }).n
  const projects = prepared<{ name: string; observations: number }>(
    database,
    `SELECT project AS name, count(*) AS observations FROM observations WHERE deleted_at IS NULL
       GROUP BY project ORDER BY observations DESC, name`,
  ).all()
  return {
    observations: count('observations WHERE deleted_at IS NULL'),
    deleted: count('observations WHERE deleted_at IS NOT NULL'),
    sessions: count('sessions'),
    prompts: count('prompts'),
    relations: count('relations'),
    projects: projects.map(project => ({ ...project })),
  }
}

export function holdsRecords(database: Database, projects: readonly string[]): boolean {
  const sql = `SELECT 1 FROM observations INDEXED BY observations_recent
    WHERE project IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL LIMIT 1`
  return prepared(database, sql).get(JSON.stringify(projects)) !== undefined
}

/** Projects with records whose names hold this one or are held by it. */
export function projectsLike(database: Database, name: string): string[] {
  const rows = prepared<{ project: string }>(
    database,
    'SELECT project FROM observations WHERE deleted_at IS NULL GROUP BY project ORDER BY count(*) DESC LIMIT 200',
  ).all()
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const wanted = plain(name)
  return rows
    .map(({ project }) => project)
    .filter(project => project !== name && (plain(project).includes(wanted) || wanted.includes(plain(project))))
}
