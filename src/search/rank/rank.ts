import type { Database } from '../../store/database/sqlite.ts'
import type { Documents } from '../documents.ts'
import { toHit } from '../hit.ts'
import type { Tables } from '../open.ts'
import type { BestMatch, SearchHit, SearchRequest, TextSource } from '../port.ts'
import { parseQuery, type Query } from '../query.ts'
import { mistypedFor, type SpellingVariants, spellingVariants } from '../words/spelling-variants.ts'
import { type Candidate, type CandidateSearch, candidatesFor, documentsOf } from './candidates.ts'
import { type ScoredCandidate, withNeighbours } from './neighbours.ts'
import { documentOfPassage, type PassageSize } from './passages.ts'
import { coverageOf, rerank } from './rerank.ts'
import type { TermSample } from './sample.ts'

/** What was measured to find most on short and on long texts; `bench/memory` tries others. */
export const DEFAULTS = {
  titleWeight: 3,
  keyWeight: 2,
  noteWeight: 1,
  nearWeights: [0.4, 0.2] as readonly number[],
  shortWords: 80,
  recency: 0.05,
  coverage: 1.2,
  /** The same for long texts. */
  longCoverage: 0,
  /** What the second best passage of a text adds to its best one. */
  otherPassages: 0,
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
  readonly documents: Documents
  readonly source: TextSource
  readonly request: SearchRequest
  readonly sample: TermSample
  readonly options: RankingOptions
  readonly fold: (term: string) => string
  readonly passages?: PassageSize | undefined
}

export function rank(ranking: Ranking): SearchHit[] {
  const { looking, query, entries, alike } = ordered(ranking)
  const wanted = new Set([...query.terms, ...alike.keys()])
  return entries.map(entry => toHit(looking, { query, alike, wanted }, entry))
}

export function best(ranking: Ranking): BestMatch[] {
  return ordered(ranking).entries.map(({ candidate: { id }, score }) => ({ id, score }))
}

interface Ordered {
  readonly looking: CandidateSearch
  readonly query: Query
  readonly entries: ScoredCandidate[]
  readonly alike: SpellingVariants
}

function ordered(ranking: Ranking): Ordered {
  const { request, sample } = ranking
  const options = { ...DEFAULTS, ...ranking.options }
  const weights = { title: options.titleWeight, key: options.keyWeight, notes: options.noteWeight }
  const looking = { ...ranking, weights }
  const query = parseQuery(request.query, ranking.fold)
  const { matched, alike } = matchedBy(looking, query, options)
  const fitting = fittingIn(matched, query, { alike, sample, fits: options.fits })
  const most = query.phrases.length > 0 ? 0 : Math.max(0, options.neighboursBelow - fitting)
  const scored = withNeighbours(looking, withMeaning(looking, matched, options.shortWords), { ...options, most })
  const factors = request.boost?.(scored.map(({ candidate }) => candidate.id)) ?? new Map<number, number>()
  const bent = scored.map(entry => ({
    ...entry,
    score: recent(entry, request.now, options.recency) * (factors.get(entry.candidate.id) ?? 1),
  }))
  bent.sort((a, b) => b.score - a.score || b.candidate.id - a.candidate.id)
  const { offset = 0, limit } = request
  return { looking, query, entries: bent.slice(offset, offset + limit), alike }
}

/** By the words of the question and how others spell them; where nothing fits, one letter may be wrong. */
function matchedBy(
  looking: CandidateSearch,
  query: Query,
  options: typeof DEFAULTS,
): { matched: readonly Candidate[]; alike: SpellingVariants } {
  const { sample } = looking
  const by = (alike: SpellingVariants) => ({
    alike,
    matched: bestPassages(
      rerank(candidatesFor(looking, query, alike), query, { sample, closeness: options, alike }),
      options.otherPassages,
    ),
  })
  const first = by(options.forgiving ? spellingVariants(looking, query) : new Map())
  if (!options.forgiving || fittingIn(first.matched, query, { ...first, sample, fits: options.misfits }) > 0)
    return first
  const alike = mistypedFor(looking, query, first.alike)
  return alike.size === first.alike.size ? first : by(alike)
}

/** Of each text its best passage; each other one that was found adds half as much as the one before it. */
function bestPassages(candidates: readonly Candidate[], others: number): readonly Candidate[] {
  if (!candidates.some(({ id }) => id < 0)) return candidates
  const best = new Map<number, Candidate & { share: number }>()
  for (const candidate of candidates) {
    const { id, n } = documentOfPassage(candidate.id)
    const known = best.get(id)
    if (known === undefined) best.set(id, { ...candidate, id, passage: n, share: others })
    else best.set(id, { ...known, score: known.score + known.share * candidate.score, share: known.share / 2 })
  }
  return [...best.values()].sort((a, b) => b.score - a.score)
}

const LOOKED_AT = 10

/** How many of the best fit the question. */
function fittingIn(
  matched: readonly Candidate[],
  { terms }: Query,
  { alike, sample, fits }: { alike: SpellingVariants; sample: TermSample; fits: number },
): number {
  return matched.slice(0, LOOKED_AT).filter(candidate => coverageOf(candidate, terms, { alike, sample }) >= fits).length
}

/** Words and meaning are added by weight; the best by words is what a likeness of 1 is measured against. */
function withMeaning(
  looking: CandidateSearch,
  matched: readonly Candidate[],
  shortWords: number,
): readonly Candidate[] {
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

function recent({ candidate, score }: ScoredCandidate, now: number, share: number): number {
  return score * (1 + share * 0.5 ** (Math.max(0, now - candidate.at) / HALF_LIFE_MS))
}
