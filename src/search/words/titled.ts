import { type Database, prepared } from '../../store/database/sqlite.ts'
import { type FacetFilter, facetExpression, satisfying } from '../facets.ts'
import type { Tables } from '../open.ts'
import { termNumber } from '../packed.ts'
import type { TermSample } from '../rank/sample.ts'

const MOST_TERMS = 4

/** Each of the most telling terms by itself: the rarest of them may be what only the asking text has. */
export function titledBy(
  { database, tables, sample }: { database: Database; tables: Tables; sample: TermSample },
  terms: readonly string[],
  { within, limit }: { within: FacetFilter; limit: number },
): number[] {
  const weight = (term: string) => sample.steadyWeightOf(termNumber(term))
  const telling = terms.length <= 1 ? terms : [...terms].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_TERMS)
  const satisfies = satisfying(within)
  const found = telling.flatMap(term => {
    const titled = `title : "${term.replaceAll('"', '""')}"`
    const newest = newestWith(database, tables, titled, limit)
    const fitting = newest.filter(({ facets }) => satisfies(facets))
    // Mostly these are all there are, or enough; asking for the facets too takes five times as long.
    if (newest.length < limit || fitting.length === limit) return fitting
    return newestWith(database, tables, `${titled} AND ${facetExpression(within)}`, limit)
  })
  return [...new Set(found.map(({ id }) => id))].sort((a, b) => b - a)
}

function newestWith(
  database: Database,
  { terms, documents }: Tables,
  expression: string,
  limit: number,
): { readonly id: number; readonly facets: string }[] {
  const sql = `SELECT id, facets FROM (SELECT rowid FROM ${terms} WHERE ${terms} MATCH ? AND rowid > 0 ORDER BY rowid DESC LIMIT ?) AS newest
    JOIN ${documents} ON id = newest.rowid`
  return prepared(database, sql).all(expression, limit) as never
}
