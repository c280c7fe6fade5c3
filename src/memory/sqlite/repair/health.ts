import type { Database } from '../../../store/database/sqlite.ts'
import { typedStatement } from '../../../store/database/sqlite.ts'

/** Older versions of `integrity_check` do not look into FTS tables, so the index is asked by its own command too. */
export function problemsIn(database: Database, index: string): string[] {
  const rows = typedStatement<{ integrity_check: string }>(database, 'PRAGMA integrity_check').all()
  const damaged = rows.map(row => row.integrity_check).filter(line => line !== 'ok')
  const inIndex = damaged.filter(line => line.includes(`${index}_terms`))
  if (damaged.length > inIndex.length) return damaged
  return inIndex.length > 0
    ? inIndex.map(line => `the search index is damaged: ${line}`)
    : indexProblems(database, index)
}

function indexProblems(database: Database, index: string): string[] {
  const { query_only: isReadOnly } = database.prepare('PRAGMA query_only').get() as { query_only: number }
  try {
    if (isReadOnly === 0) database.exec(`INSERT INTO ${index}_terms (${index}_terms) VALUES ('integrity-check')`)
  } catch (error) {
    // The check is written as an insert, which a home that cannot be written refuses; that says nothing of the index.
    if (!isReadOnlyRefusal(error))
      return [`the search index is damaged: ${error instanceof Error ? error.message : String(error)}`]
  }
  const { missing } = database
    .prepare(
      `SELECT count(*) AS missing FROM observations WHERE deleted_at IS NULL AND id NOT IN (SELECT id FROM ${index}_documents)`,
    )
    .get() as { missing: number }
  return missing === 0 ? [] : [`the search index lacks ${missing} records`]
}

function isReadOnlyRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.includes('readonly database')
}
