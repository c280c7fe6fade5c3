import type { Database } from '../store/sqlite.ts'
import type { Tables } from './open.ts'
import { passageOf } from './passage.ts'
import type { SearchHit, SearchRequest } from './port.ts'
import { parseQuery, type Query } from './query.ts'
import { termsOf } from './tokenize.ts'

export interface RankingOptions {
  readonly titleWeight?: number
  readonly keyWeight?: number
  /** How much a short note gains from the notes right before and after it, and from those one further. */
  readonly nearWeights?: readonly number[]
  readonly shortWords?: number
  readonly recency?: number
}

const DEFAULTS = {
  titleWeight: 3,
  keyWeight: 2,
  nearWeights: [0.4, 0.2],
  shortWords: 80,
  recency: 0.05,
} as const satisfies Required<RankingOptions>

const CANDIDATES = 200
const LOOKED_BESIDE = 50
/** Above this many matches only the newest are ranked, unless the caller asks for all. */
const MOST_MATCHES = 20_000
/** Notes further apart were not made in one breath, even when they share the name of a sitting. */
const NEAR_MS = 60 * 60 * 1000
const HALF_LIFE_MS = 180 * 24 * 60 * 60 * 1000

export interface Ranking {
  readonly database: Database
  readonly tables: Tables
  readonly request: SearchRequest
  readonly options: RankingOptions
}

interface Candidate {
  readonly id: number
  readonly sitting: string
  readonly at: number
  readonly words: number
  readonly score: number
}

interface Scored {
  readonly candidate: Candidate
  readonly score: number
  readonly near: boolean
}

export function rank(ranking: Ranking): SearchHit[] {
  const { request } = ranking
  const query = parseQuery(request.query)
  const matched = candidatesFor(ranking, query)
  const scored = [...withNeighbours(ranking, matched).values()]
  const factors = request.bend?.(scored.map(({ candidate }) => candidate.id)) ?? new Map<number, number>()
  const bent = scored.map(entry => ({
    ...entry,
    score: recent(ranking, entry) * (factors.get(entry.candidate.id) ?? 1),
  }))
  bent.sort((a, b) => b.score - a.score || b.candidate.id - a.candidate.id)
  const { offset = 0, limit } = request
  return bent.slice(offset, offset + limit).map(entry => toHit(ranking, query, entry))
}

/** All words and any word are one list: BM25 orders it. When nothing matches, prefixes and then substrings are tried. */
function candidatesFor(ranking: Ranking, { terms, words, phrases }: Query): Candidate[] {
  if (terms.length === 0) return newest(ranking)
  const any = terms.map(quoted).join(' OR ')
  const must = phrases.map(phrase => quoted(phrase.join(' '))).join(' AND ')
  const expressions = [
    ...(must === '' ? [] : [`(${must}) AND (${any})`]),
    any,
    terms.map(term => `${quoted(term)}*`).join(' OR '),
  ]
  for (const expression of expressions) {
    const found = match(ranking, expression)
    if (found.length > 0) return found
  }
  return words.length === 0 ? [] : substrings(ranking, words)
}

/**
 * The best of what the expression matches and the owner's condition allows. FTS5 ranks first and the condition looks at
 * the best only; where too few of them pass, more are taken, until all have been seen.
 */
function match(ranking: Ranking, expression: string): Candidate[] {
  for (let reach = CANDIDATES; ; reach *= 8) {
    const ranked = bestOf(ranking, expression, reach)
    const passed = allowed(ranking, ranked)
    if (passed.length >= CANDIDATES || ranked.length < reach) return passed.slice(0, CANDIDATES)
  }
}

interface Ranked {
  readonly id: number
  readonly score: number
}

function bestOf({ database, tables, request, options }: Ranking, expression: string, reach: number): Ranked[] {
  const { titleWeight, keyWeight } = { ...DEFAULTS, ...options }
  const score = `-bm25(${tables.terms}, ${titleWeight}, ${keyWeight}, 1.0)`
  const matching = `FROM ${tables.terms} WHERE ${tables.terms} MATCH ?`
  const sql =
    request.complete === true
      ? `SELECT rowid AS id, ${score} AS score ${matching} ORDER BY score DESC LIMIT ${reach}`
      : `SELECT id, score FROM (SELECT rowid AS id, ${score} AS score ${matching} ORDER BY rowid DESC LIMIT ${MOST_MATCHES})
         ORDER BY score DESC LIMIT ${reach}`
  return database.prepare(sql).all(expression) as unknown as Ranked[]
}

function allowed(ranking: Ranking, ranked: readonly Ranked[]): Candidate[] {
  const found = new Map(
    documentsOf(
      ranking,
      ranked.map(({ id }) => id),
    ).map(document => [document.id, document]),
  )
  return ranked.flatMap(({ id, score }) => {
    const document = found.get(id)
    return document === undefined ? [] : [{ ...document, score }]
  })
}

function documentsOf({ database, tables, request: { among } }: Ranking, ids: readonly number[]): Candidate[] {
  if (ids.length === 0) return []
  const rows = database
    .prepare(
      `SELECT document.id, sitting, at, words, 0 AS score FROM json_each(?) CROSS JOIN ${tables.documents} AS document
       ON document.id = json_each.value ${among === undefined ? '' : `WHERE ${among.sql}`}`,
    )
    .all(JSON.stringify(ids), ...(among?.values ?? []))
  return rows as unknown as Candidate[]
}

function newest({ database, tables, request }: Ranking): Candidate[] {
  const { among } = request
  return database
    .prepare(
      `SELECT document.id, sitting, at, words, 0 AS score FROM ${tables.documents} AS document
       ${among === undefined ? '' : `WHERE ${among.sql}`} ORDER BY document.id DESC LIMIT ${CANDIDATES}`,
    )
    .all(...(among?.values ?? [])) as unknown as Candidate[]
}

function substrings({ database, tables, request }: Ranking, words: readonly string[]): Candidate[] {
  const { among } = request
  const condition = words.map(() => `instr(lower(title || ' ' || key || ' ' || body), ?) > 0`).join(' OR ')
  return database
    .prepare(
      `SELECT id, sitting, at, words, 1 AS score FROM (SELECT * FROM ${tables.documents} AS document
         ${among === undefined ? '' : `WHERE ${among.sql}`} ORDER BY document.id DESC LIMIT ${MOST_MATCHES})
       WHERE ${condition} LIMIT ${CANDIDATES}`,
    )
    .all(...(among?.values ?? []), ...words) as unknown as Candidate[]
}

/** A short note says little by itself: what stands right beside it in the same sitting counts too. */
function withNeighbours(ranking: Ranking, matched: readonly Candidate[]): Map<number, Scored> {
  const { nearWeights, shortWords } = { ...DEFAULTS, ...ranking.options }
  const all = new Map(matched.map(candidate => [candidate.id, { candidate, score: candidate.score, near: false }]))
  const gains = new Map<number, number>()
  const look = besides(ranking, nearWeights.length)
  for (const candidate of matched.slice(0, LOOKED_BESIDE)) {
    if (candidate.sitting === '' || candidate.words > shortWords) continue
    for (const { neighbour, distance } of look(candidate)) {
      if (neighbour.words > shortWords || Math.abs(neighbour.at - candidate.at) > NEAR_MS) continue
      const gain = candidate.score * (nearWeights[distance - 1] ?? 0)
      gains.set(neighbour.id, (gains.get(neighbour.id) ?? 0) + gain)
    }
  }
  // Neighbours come without the owner's condition; those it excludes must not slip in beside a match.
  const unknown = [...gains.keys()].filter(id => !all.has(id))
  for (const candidate of documentsOf(ranking, unknown)) all.set(candidate.id, { candidate, score: 0, near: true })
  for (const [id, gain] of gains) {
    const known = all.get(id)
    if (known !== undefined) all.set(id, { ...known, score: known.score + gain })
  }
  return all
}

function besides({ database, tables }: Ranking, reach: number) {
  const side = (comparison: '<' | '>', order: 'DESC' | 'ASC') =>
    database.prepare(
      `SELECT id, sitting, at, words, 0 AS score FROM ${tables.documents} WHERE sitting = ? AND id ${comparison} ?
       ORDER BY id ${order} LIMIT ${reach}`,
    )
  const sides = [side('<', 'DESC'), side('>', 'ASC')]
  return ({ id, sitting }: Candidate) =>
    sides.flatMap(statement =>
      (statement.all(sitting, id) as unknown as Candidate[]).map((neighbour, index) => ({
        neighbour,
        distance: index + 1,
      })),
    )
}

function recent({ request, options }: Ranking, { candidate, score }: Scored): number {
  const { recency } = { ...DEFAULTS, ...options }
  const age = Math.max(0, request.now - candidate.at)
  return score * (1 + recency * 0.5 ** (age / HALF_LIFE_MS))
}

function toHit({ database, tables }: Ranking, { terms }: Query, { candidate, score, near }: Scored): SearchHit {
  const row = database.prepare(`SELECT title, key, body FROM ${tables.documents} WHERE id = ?`).get(candidate.id)
  const { title, key, body } = row as { title: string; key: string; body: string }
  const wanted = new Set(terms)
  const reasons = (['title', 'key', 'text'] as const).flatMap((name, index) => {
    const found = [...new Set(termsOf([title, key, body][index] ?? ''))].filter(term => wanted.has(term))
    return found.length === 0 ? [] : [`${name}: ${found.join(', ')}`]
  })
  return {
    id: candidate.id,
    score,
    reasons: [...reasons, ...(near ? ['near a matching note'] : [])],
    passage: passageOf(body, wanted),
  }
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
