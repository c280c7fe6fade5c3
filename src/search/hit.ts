import { prepared } from '../store/database/sqlite.ts'
import type { SearchHit } from './port.ts'
import type { Query } from './query.ts'
import type { CandidateSearch } from './rank/candidates.ts'
import type { ScoredCandidate } from './rank/neighbours.ts'
import { densestPassage, foundIn } from './rank/passage.ts'
import { passagesOf } from './rank/passages.ts'
import { foundShare } from './rank/rerank.ts'
import type { SpellingVariants } from './words/spelling-variants.ts'
import type { Token } from './words/tokenize.ts'

interface HitSearch {
  readonly query: Query
  readonly alike: SpellingVariants
  /** The terms of the question and what stands for them. */
  readonly wanted: ReadonlySet<string>
}

/** What a person sees of a match: the words that led to it, as they are written there, and where they stand. */
export function toHit(
  looking: CandidateSearch,
  { query: { terms, words }, alike, wanted }: HitSearch,
  { candidate, score, near }: ScoredCandidate,
): SearchHit {
  const { title, key, body: whole } = textsOf(looking, candidate.id)
  const { start, end } = (looking.passages && passagesOf(whole, looking.passages)[candidate.passage ?? 0]) ?? {}
  const body = whole.slice(start, end)
  const [inTitle, inKey, found] = [foundIn(title, wanted), foundIn(key, wanted), foundIn(body, wanted)]
  const reasons = [
    ...reasonIn('title', title, inTitle),
    ...reasonIn('key', key, inKey),
    ...reasonIn('text', body, found),
    ...(near ? ['near a matching note'] : []),
  ]
  const met = new Set([...inTitle, ...inKey, ...found].map(({ term }) => alike.get(term) ?? term))
  const parts = partsOf(`${title} ${key} ${body}`, words)
  return {
    id: candidate.id,
    score,
    coverage: reasons.length > 0 ? foundShare(terms, met, looking.sample) : parts.length / Math.max(1, words.length),
    reasons: reasons.length > 0 || parts.length === 0 ? reasons : [`part of a word: ${parts.join(', ')}`],
    passage: densestPassage(body, found),
  }
}

function textsOf({ database, source }: CandidateSearch, id: number): { title: string; key: string; body: string } {
  const { table, title, key, body } = source
  const sql = `SELECT ${title} AS title, ${key} AS key, ${body} AS body FROM ${table} AS source WHERE id = ?`
  return prepared(database, sql).get(id) as { title: string; key: string; body: string }
}

/** The words that led to a part of a text, as they stand there: `title: login, redirect`. */
export function reasonIn(name: string, text: string, found: readonly Token[]): string[] {
  const words = new Map(found.map(({ term, start, end }) => [term, text.slice(start, end).toLowerCase()]))
  return words.size === 0 ? [] : [`${name}: ${[...new Set(words.values())].join(', ')}`]
}

/** Nothing stands there as a whole word, so a part of one does. */
function partsOf(text: string, words: readonly string[]): string[] {
  const lower = text.toLowerCase()
  return words.filter(word => lower.includes(word))
}
