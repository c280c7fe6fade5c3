import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { Documents, KeptDocument } from '../documents.ts'
import { facetExpression, satisfying } from '../facets.ts'
import type { Tables } from '../open.ts'
import type { SearchRequest, TextSource } from '../port.ts'
import type { Query } from '../query.ts'
import type { SpellingVariants } from '../words/spelling-variants.ts'
import type { PassageSize } from './passages.ts'
import type { TermSample } from './sample.ts'

export interface Candidate {
  readonly id: number
  readonly sitting: string
  readonly at: number
  /** Words of the body; the packed terms may be fewer. */
  readonly words: number
  readonly terms: Uint32Array
  readonly score: number
  /** One for matches by whole words, little for those by parts of words. */
  readonly tier: number
  /** Which passage of a long text it is. */
  readonly passage?: number
}

export interface CandidateSearch {
  readonly database: Database
  readonly tables: Tables
  readonly documents: Documents
  readonly source: TextSource
  readonly request: SearchRequest
  readonly sample: TermSample
  readonly passages?: PassageSize | undefined
  readonly weights: { readonly title: number; readonly key: number; readonly notes: number }
}

const CANDIDATES = 200
/** Above this many matches only the newest are ranked, unless the caller asks for all. */
export const MOST_MATCHES = 20_000
/** What matches by the beginning of a word only, or inside it, stands behind what matches by whole words. */
const BEHIND = 1e-3

/** What was found, and terms of the question that the finding left aside because they are common, with their weight. */
export interface CandidateSet {
  readonly candidates: readonly Candidate[]
  readonly aside: ReadonlyMap<string, number>
}

/**
 * All words and any word are one list: BM25 orders it. Where it does not fill the page, words that begin alike follow,
 * and where nothing is found at all, texts that contain what was typed anywhere.
 */
export function candidatesFor(
  looking: CandidateSearch,
  { terms, words, phrases }: Query,
  alike: SpellingVariants,
): CandidateSet {
  if (terms.length === 0) return whole(newest(looking))
  const must = phrases.map(phrase => quoted(phrase.join(' '))).join(' AND ')
  const exact = must === '' ? [] : match(looking, `(${must}) AND (${anyOf(terms)})`)
  if (exact.length > 0) return whole(exact)
  const { telling, aside } = split(looking, terms)
  const found = match(looking, anyOf(withAlike(telling, alike)))
  if (found.length >= pageOf(looking)) return { candidates: found, aside }
  const known = new Set(found.map(({ id }) => id))
  // A stem is not always how its word begins: `deploy` is `deploi`, and `deploybot` begins with neither but the word.
  const beginnings = [...new Set([...terms, ...words])]
  const begun = match(looking, beginnings.map(word => `${quoted(word)}*`).join(' OR '))
  const more = begun.filter(({ id }) => !known.has(id)).map(candidate => ({ ...candidate, tier: BEHIND }))
  if (found.length + more.length > 0) return { candidates: [...found, ...more].slice(0, CANDIDATES), aside }
  return whole(words.length === 0 ? [] : containing(looking, words))
}

function whole(candidates: readonly Candidate[]): CandidateSet {
  return { candidates, aside: new Map() }
}

function withAlike(terms: readonly string[], alike: SpellingVariants): string[] {
  return [...terms, ...[...alike].flatMap(([other, term]) => (terms.includes(term) ? [other] : []))]
}

/** So many matches by the rarer words are enough to choose from. */
const PLENTY = 2 * CANDIDATES

/**
 * Ranking costs a hundred times what finding does, and a text that has only the common words of a question never comes
 * before those that have its rare ones. So the rare words choose, and the others count when the chosen are looked at.
 */
function split(looking: CandidateSearch, terms: readonly string[]): { telling: string[]; aside: Map<string, number> } {
  if (looking.request.complete === true || terms.length === 1) return { telling: [...terms], aside: new Map() }
  const counted = terms.map(term => ({ term, count: termCount(looking, term) })).sort((a, b) => a.count - b.count)
  const telling: string[] = []
  const aside = new Map<string, number>()
  let matches = 0
  for (const { term, count } of counted) {
    if (matches >= PLENTY) aside.set(term, rarity(looking, count))
    else telling.push(term)
    matches += count
  }
  return { telling, aside }
}

/** In how many texts a term stands. */
export function termCount({ database, tables }: CandidateSearch, term: string): number {
  const sql = `SELECT count(*) AS n FROM ${tables.terms} WHERE ${tables.terms} MATCH ?`
  return (prepared(database, sql).get(inTexts(tables, quoted(term))) as { n: number }).n
}

/** As FTS5 weighs it. */
function rarity({ sample: { documents } }: CandidateSearch, count: number): number {
  return Math.max(1e-6, Math.log((Math.max(0, documents - count) + 0.5) / (count + 0.5)))
}

function anyOf(terms: readonly string[]): string {
  return terms.map(quoted).join(' OR ')
}

function pageOf({ request: { limit, offset = 0 } }: CandidateSearch): number {
  return Math.min(limit + offset, CANDIDATES)
}

/**
 * FTS5 ranks first and the facets are looked at on the best only, where most of the store satisfies them; where few do,
 * or too few passed, they are part of the question to FTS5.
 */
function match(looking: CandidateSearch, expression: string): Candidate[] {
  const { within = [] } = looking.request
  const words = inTexts(looking.tables, expression)
  const share = within.length === 0 ? 1 : looking.sample.share(within)
  if (share >= 0.5) {
    const ranked = bestOf(looking, words, Math.ceil(MOST_MATCHES / share))
    const passed = ranked.filter(passing(looking))
    if (within.length === 0 || passed.length >= pageOf(looking) || ranked.length < (looking.request.pool ?? CANDIDATES))
      return passed.map(toCandidate)
  }
  return bestOf(looking, `${facetExpression(within)} AND ${words}`, MOST_MATCHES).map(toCandidate)
}

/** Without the facets, which are no words. */
function inTexts({ notes }: Tables, expression: string): string {
  return `{title key body${notes ? ' notes' : ''}} : (${expression})`
}

type ScoredDocument = KeptDocument & { readonly score: number }

function bestOf(looking: CandidateSearch, expression: string, most: number): ScoredDocument[] {
  const { database, tables, request, weights, sample } = looking
  const { terms } = tables
  const score = `-bm25(${terms}, ${weights.title}, ${weights.key}, 1.0, 0.0, ${weights.notes})`
  const matching = `SELECT rowid AS id, ${score} AS score FROM ${terms} WHERE ${terms} MATCH ?1`
  const isAll = request.complete === true || (sample.documents <= most && !hasPassages(database, tables))
  const newest = isAll ? matching : newestOf(matching, most, hasPassages(database, tables))
  const sql = `SELECT id, score FROM (${newest}) ORDER BY score DESC LIMIT ${request.pool ?? CANDIDATES}`
  return read(looking, prepared<ScoredId>(database, sql).all(expression))
}

interface ScoredId {
  readonly id: number
  readonly score: number
}

function read({ documents }: CandidateSearch, scored: readonly ScoredId[]): ScoredDocument[] {
  const known = documents.read(scored.map(({ id }) => id))
  return scored.flatMap(({ id, score }) => {
    const document = known.get(id)
    return document === undefined ? [] : [{ ...document, score }]
  })
}

/** The passages of long texts have negative ids, the newest the lowest. */
function newestOf(matching: string, most: number, withPassages: boolean): string {
  if (!withPassages) return `SELECT * FROM (${matching} ORDER BY rowid DESC LIMIT ${most})`
  return `SELECT * FROM (${matching} AND rowid > 0 ORDER BY rowid DESC LIMIT ${most})
    UNION ALL SELECT * FROM (${matching} AND rowid < 0 ORDER BY rowid LIMIT ${most})`
}

function hasPassages(database: Database, { documents }: Tables): boolean {
  const { id } = prepared(database, `SELECT min(id) AS id FROM ${documents}`).get() as { id: number | null }
  return id !== null && id < 0
}

function passing({ request: { within = [] } }: CandidateSearch): (row: ScoredDocument) => boolean {
  const satisfies = satisfying(within)
  return ({ facets }) => satisfies(facets)
}

/** Documents by their ids, without those that the request leaves out; no words led to them. */
export function documentsOf(looking: CandidateSearch, ids: readonly number[]): Candidate[] {
  if (ids.length === 0) return []
  return read(
    looking,
    ids.map(id => ({ id, score: 0 })),
  )
    .filter(passing(looking))
    .map(toCandidate)
}

function toCandidate({ id, sitting, at, words, terms, score }: ScoredDocument): Candidate {
  return { id, sitting, at, words, terms, score, tier: 1 }
}

/** What comes last when there is nothing to look for. */
function newest(looking: CandidateSearch): Candidate[] {
  const { sql, values } = condition(looking)
  const rows = prepared<ScoredId>(
    looking.database,
    `SELECT id, 0 AS score FROM ${looking.tables.documents} AS document WHERE ${sql} AND id > 0 ORDER BY id DESC LIMIT ${CANDIDATES}`,
  ).all(...values)
  return read(looking, rows).map(toCandidate)
}

function containing(looking: CandidateSearch, words: readonly string[]): Candidate[] {
  const { database, tables, source } = looking
  const { sql, values } = condition(looking)
  const text = `lower(${source.title} || ' ' || ${source.key} || ' ' || ${source.body})`
  const rows = prepared<ScoredId>(
    database,
    `SELECT document.id, 1 AS score FROM (SELECT * FROM ${tables.documents} AS document WHERE ${sql} AND id > 0 ORDER BY id DESC
       LIMIT ${MOST_MATCHES}) AS document JOIN ${source.table} AS source ON source.id = document.id
     WHERE ${words.map(() => `instr(${text}, ?) > 0`).join(' OR ')} LIMIT ${CANDIDATES}`,
  ).all(...values, ...words)
  return read(looking, rows).map(row => ({ ...toCandidate(row), tier: BEHIND }))
}

function condition({ tables, request: { within = [] } }: CandidateSearch): { sql: string; values: string[] } {
  if (within.length === 0) return { sql: 'true', values: [] }
  return {
    sql: `document.id IN (SELECT rowid FROM ${tables.terms} WHERE ${tables.terms} MATCH ?)`,
    values: [facetExpression(within)],
  }
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
