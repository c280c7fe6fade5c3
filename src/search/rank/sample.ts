import { type Database, prepared } from '../../store/database/sqlite.ts'
import { type FacetFilter, satisfying } from '../facets.ts'
import type { Tables } from '../open.ts'
import { unpackTerms } from '../packed.ts'

/** How common terms are in a store, told by some of its texts: counting all of them would cost each save too much. */
export interface TermSample {
  /** About how many there are. */
  readonly documents: number
  readonly averageLength: number
  /** How much a term tells: the rarer, the more. */
  weightOf(term: number): number
  /** The same as if the store were not small: in a few texts every word looks common. */
  steadyWeightOf(term: number): number
  /** The share of the sampled texts that satisfy a condition. */
  share(within: FacetFilter): number
}

const SIZE = 256
/** Taken again when the store has grown by so much. */
const GROWTH = 1.25

/** One sample is kept for the life of the index. */
export function sampler(database: Database, tables: Tables): () => TermSample {
  let taken: { sample: TermSample; highest: number } | undefined
  return () => {
    const highest = highestId(database, tables)
    const fits = taken !== undefined && highest <= taken.highest * GROWTH && highest >= taken.highest
    if (taken === undefined || !fits) taken = { sample: take(database, tables, highest), highest }
    return taken.sample
  }
}

function highestId(database: Database, { documents }: Tables): number {
  const row = prepared(database, `SELECT max(id) AS id FROM ${documents}`).get() as { id: number | null }
  return row.id ?? 0
}

interface SampleRow {
  readonly id: number
  readonly facets: string
  readonly terms: Uint8Array
}

function take(database: Database, tables: Tables, highest: number): TermSample {
  const rows = spread(database, tables, highest)
  const counts = new Map<number, number>()
  let length = 0
  for (const { terms } of rows) {
    const numbers = unpackTerms(terms)
    length += numbers.length
    for (const term of new Set(numbers)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const [weights, steadyWeights] = [weightsIn(rows.length), weightsIn(Math.max(rows.length, STEADY))]
  const shares = new Map<string, number>()
  const remember = (within: FacetFilter) => {
    const satisfies = satisfying(within)
    const share = rows.length === 0 ? 1 : rows.filter(({ facets }) => satisfies(facets)).length / rows.length
    if (shares.size < MOST_SHARES) shares.set(JSON.stringify(within), share)
    return share
  }
  return {
    documents: highest,
    averageLength: Math.max(1, length / Math.max(1, rows.length)),
    weightOf: term => weights[counts.get(term) ?? 0] ?? 0,
    steadyWeightOf: term => steadyWeights[counts.get(term) ?? 0] ?? 0,
    share: within => shares.get(JSON.stringify(within)) ?? remember(within),
  }
}

/** Callers narrow by the same few projects and types again and again. */
const MOST_SHARES = 100

/** As many texts as tell how common a word is. */
const STEADY = 64

/** The weight of a term by how many of some texts have it. */
function weightsIn(texts: number): number[] {
  return Array.from({ length: texts + 1 }, (_, count) => Math.log(1 + (texts - count + 0.5) / (count + 0.5)))
}

/** Texts at even steps over the whole store, old and new alike. */
function spread(database: Database, { documents }: Tables, highest: number): SampleRow[] {
  const next = prepared(database, `SELECT id, facets, terms FROM ${documents} WHERE id >= ? ORDER BY id LIMIT 1`)
  const rows: SampleRow[] = []
  const step = Math.max(1, highest / SIZE)
  for (let at = 1; at <= highest; ) {
    const row = next.get(Math.floor(at)) as SampleRow | undefined
    if (row === undefined) break
    rows.push(row)
    at = Math.max(at + step, row.id + 1)
  }
  return rows
}
