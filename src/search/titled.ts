import { type Database, prepared } from '../store/sqlite.ts'
import { facetExpression, type Within } from './facets.ts'
import type { Tables } from './open.ts'
import { termNumber } from './packed.ts'
import type { Sample } from './sample.ts'

const MOST_TERMS = 4

/** Each of the most telling terms by itself: the rarest of them may be what only the asking text has. */
export function titledBy(
  { database, tables, sample }: { database: Database; tables: Tables; sample: Sample },
  terms: readonly string[],
  { within, limit }: { within: Within; limit: number },
): number[] {
  const weight = (term: string) => sample.steadyWeightOf(termNumber(term))
  const telling = [...terms].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_TERMS)
  const narrowed = within.length === 0 ? '' : ` AND ${facetExpression(within)}`
  const sql = `SELECT rowid AS id FROM ${tables.terms} WHERE ${tables.terms} MATCH ? ORDER BY rowid DESC LIMIT ${limit}`
  const found = telling.flatMap(term => {
    const rows = prepared(database, sql).all(`title : "${term.replaceAll('"', '""')}"${narrowed}`)
    return (rows as unknown as { id: number }[]).map(({ id }) => id)
  })
  return [...new Set(found)].sort((a, b) => b - a)
}
