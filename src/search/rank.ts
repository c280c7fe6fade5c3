import type { Database } from '../store/sqlite.ts'
import { type Alike, mistypedFor, spelledAlike } from './alike.ts'
import { type Candidate, candidatesFor, documentsOf, type Looking } from './candidates.ts'
import { coverageOf, lookCloser } from './closer.ts'
import { toHit } from './hit.ts'
import { type Scored, withNeighbours } from './neighbours.ts'
import type { Tables } from './open.ts'
import type { Best, SearchHit, SearchRequest, TextSource } from './port.ts'
import { parseQuery, type Query } from './query.ts'
import type { Sample } from './sample.ts'

/** What was measured to find most on short and on long texts; `bench/memory` tries others. */
const DEFAULTS = {
  titleWeight: 3,
  keyWeight: 2,
  noteWeight: 1,
  nearWeights: [0.4, 0.2] as readonly number[],
  shortWords: 80,
  recency: 0.05,
  coverage: 1.2,
  sideBySide: 0.2,
  lenders: 5,
  lentTerms: 40,
  lentWeight: 0.25,
  /** What only stands beside a match fills up a list where fewer than this many fit the question themselves. */
  neighboursBelow: 3,
  /** How much of a question a text covers that fits it: as measured, below it neighbours still find what words do not. */
  fits: 0.7,
  /** Where no text covers this much of a question, words that differ by one letter are looked for. */
  misfits: 0.7,
  /** Whether other spellings find too, and where nothing fits, words that differ by one letter. */
  forgiving: true,
}

export type RankingOptions = Readonly<Partial<typeof DEFAULTS>>

const HALF_LIFE_MS = 180 * 24 * 60 * 60 * 1000
const NEAREST = 50

export interface Ranking {
  readonly database: Database
  readonly tables: Tables
  readonly source: TextSource
  readonly request: SearchRequest
  readonly sample: Sample
  readonly options: RankingOptions
  readonly fold: (term: string) => string
}

export function rank(ranking: Ranking): SearchHit[] {
  const { looking, query, entries, alike } = ordered(ranking)
  return entries.map(entry => toHit(looking, { query, alike }, entry))
}

export function best(ranking: Ranking): Best[] {
  return ordered(ranking).entries.map(({ candidate: { id }, score }) => ({ id, score }))
}

interface Ordered {
  readonly looking: Looking
  readonly query: Query
  readonly entries: Scored[]
  readonly alike: Alike
}

function ordered(ranking: Ranking): Ordered {
  const { request, sample } = ranking
  const options = { ...DEFAULTS, ...ranking.options }
  const weights = { title: options.titleWeight, key: options.keyWeight, notes: options.noteWeight }
  const looking = { ...ranking, weights }
  const query = parseQuery(request.query, ranking.fold)
  const { matched, alike } = matchedBy(looking, query, options)
  const near = withNeighbours(looking, withMeaning(looking, matched, options.shortWords), options)
  const fitting = fittingIn(matched, query, { alike, sample, fits: options.fits })
  const besides = query.phrases.length > 0 ? 0 : Math.max(0, options.neighboursBelow - fitting)
  const scored = withFewNeighbours(near, besides)
  const factors = request.bend?.(scored.map(({ candidate }) => candidate.id)) ?? new Map<number, number>()
  const bent = scored.map(entry => ({
    ...entry,
    score: recent(entry, request.now, options.recency) * (factors.get(entry.candidate.id) ?? 1),
  }))
  bent.sort((a, b) => b.score - a.score || b.candidate.id - a.candidate.id)
  const { offset = 0, limit } = request
  return { looking, query, entries: bent.slice(offset, offset + limit), alike }
}

/** What only stands beside a match fills up a short list; it never floods one. */
function withFewNeighbours(scored: readonly Scored[], most: number): Scored[] {
  const besides = scored.filter(({ near }) => near).sort((a, b) => b.score - a.score)
  return [...scored.filter(({ near }) => !near), ...besides.slice(0, most)]
}

/** By the words of the question and how others spell them; where nothing fits, one letter may be wrong. */
function matchedBy(looking: Looking, query: Query, options: typeof DEFAULTS): { matched: Candidate[]; alike: Alike } {
  const { sample } = looking
  const by = (alike: Alike) => ({
    alike,
    matched: lookCloser(candidatesFor(looking, query, alike), query, { sample, closeness: options, alike }),
  })
  const first = by(options.forgiving ? spelledAlike(looking, query) : new Map())
  if (!options.forgiving || fittingIn(first.matched, query, { ...first, sample, fits: options.misfits }) > 0)
    return first
  const alike = mistypedFor(looking, query, first.alike)
  return alike.size === first.alike.size ? first : by(alike)
}

const LOOKED_AT = 10

/** How many of the best fit the question. */
function fittingIn(
  matched: readonly Candidate[],
  { terms }: Query,
  { alike, sample, fits }: { alike: Alike; sample: Sample; fits: number },
): number {
  return matched.slice(0, LOOKED_AT).filter(candidate => coverageOf(candidate, terms, { alike, sample }) >= fits).length
}

/** Words and meaning are added by weight; the best by words is what a likeness of 1 is measured against. */
function withMeaning(looking: Looking, matched: readonly Candidate[], shortWords: number): readonly Candidate[] {
  const { meaning } = looking.request
  if (meaning === undefined) return matched
  const known = new Set(matched.map(({ id }) => id))
  const others = meaning.nearest(NEAREST).filter(id => !known.has(id))
  const all = [...matched, ...documentsOf(looking, others)]
  const likeness = meaning.likeness(all.map(({ id }) => id))
  const highest = Math.max(1e-9, ...matched.map(({ score }) => score))
  const weightOf = ({ words }: Candidate) =>
    words <= shortWords ? (meaning.shortWeight ?? meaning.weight) : meaning.weight
  return all
    .map(candidate => {
      const gain = weightOf(candidate) * highest * Math.max(0, likeness.get(candidate.id) ?? 0)
      return { ...candidate, score: candidate.score + gain }
    })
    .filter(({ score }) => score > 0 || others.length === 0)
    .sort((a, b) => b.score - a.score)
}

function recent({ candidate, score }: Scored, now: number, share: number): number {
  return score * (1 + share * 0.5 ** (Math.max(0, now - candidate.at) / HALF_LIFE_MS))
}
