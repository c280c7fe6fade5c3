import type { Database } from '../../store/sqlite.ts'

/** `integrity_check` does not look into FTS tables, so the index is asked by its own command. */
export function problemsIn(database: Database, index: string): string[] {
  const rows = database.prepare('PRAGMA integrity_check').all() as unknown as { integrity_check: string }[]
  const damaged = rows.map(row => row.integrity_check).filter(line => line !== 'ok')
  return [...damaged, ...indexProblems(database, index)]
}

function indexProblems(database: Database, index: string): string[] {
  try {
    database.exec(`INSERT INTO ${index}_terms (${index}_terms) VALUES ('integrity-check')`)
  } catch (error) {
    return [`the search index is damaged: ${error instanceof Error ? error.message : String(error)}`]
  }
  const { missing } = database
    .prepare(
      `SELECT count(*) AS missing FROM observations WHERE deleted_at IS NULL AND id NOT IN (SELECT id FROM ${index}_documents)`,
    )
    .get() as { missing: number }
  return missing === 0 ? [] : [`the search index lacks ${missing} records`]
}
