import { termNumber } from '../packed.ts'
import type { SpellingVariants } from '../words/spelling-variants.ts'
import { STOP_WORDS } from '../words/stop-words.ts'
import type { Candidate, CandidateSet } from './candidates.ts'
import type { TermSample } from './sample.ts'

export interface RerankOptions {
  /** Words up to which a text counts as short. */
  readonly shortWords: number
  /** How much a short note gains when it holds most of what was asked, and loses when it holds little. */
  readonly coverage: number
  /** The same for a long one, or a passage of it. */
  readonly longCoverage: number
  /** What two words of the question side by side are worth in a short note. */
  readonly sideBySide: number
  /** How many of the best texts lend their words to the question, how many words, and what those count. */
  readonly lenders: number
  readonly lentTerms: number
  readonly lentWeight: number
}

/**
 * A closer look at what the words found: how much of the question a short note covers, words that stand side by side,
 * and what the best texts have in common beyond the words asked for. The first stays first: it is there by what was
 * asked, the others also by what it led to.
 */
export function rerank(
  { candidates, aside }: CandidateSet,
  query: { readonly terms: readonly string[]; readonly inOrder: readonly string[] },
  { sample, closeness, alike }: { sample: TermSample; closeness: RerankOptions; alike: SpellingVariants },
): Candidate[] {
  const asked = query.terms.map(termNumber)
  const question = {
    asked,
    pairs: pairsOf(query.inOrder.map(termNumber)),
    aside: new Map([...aside].map(([term, weight]) => [termNumber(term), weight])),
    sample,
    closeness,
  }
  const count = counting(asked, numbered(alike))
  const looks = candidates
    .map(candidate => rerankFeatures(candidate, count, question))
    .sort((a, b) => scoreOf(b) - scoreOf(a))
  const [first] = looks
  if (first === undefined) return []
  const lent: TermCounts =
    closeness.lentWeight > 0 ? feedbackTerms(looks.slice(0, closeness.lenders), question) : new Map()
  const countLent = counting([...lent.keys()])
  const scored = looks.map(look => ({ ...look.candidate, score: scoreOf(look, lentTo(look, lent, countLent)) }))
  const highest = Math.max(...scored.map(({ score }) => score))
  return scored
    .map(candidate => (candidate.id === first.candidate.id ? { ...candidate, score: highest * (1 + 1e-6) } : candidate))
    .sort((a, b) => b.score - a.score)
}

interface RerankQuery {
  readonly asked: readonly number[]
  readonly pairs: readonly (readonly [number, number])[]
  readonly aside: TermCounts
  readonly sample: TermSample
  readonly closeness: RerankOptions
}

type TermCounts = ReadonlyMap<number, number>

function numbered(alike: SpellingVariants): TermCounts {
  return new Map([...alike].map(([other, term]) => [termNumber(other), termNumber(term)]))
}

/** How much of a question a text covers, from 0 to 1: rare words count more, and words that nobody wrote count most. */
export function coverageOf(
  { terms }: Candidate,
  asked: readonly string[],
  { alike, sample }: { alike: SpellingVariants; sample: TermSample },
): number {
  const numbers = asked.map(termNumber)
  return shareOf(numbers, counting(numbers, numbered(alike))(terms), term => sample.weightOf(term))
}

/** The same by the terms that were found in all of a text, for a reader: steady in a store of a few texts too. */
export function foundShare(asked: readonly string[], found: ReadonlySet<string>, sample: TermSample): number {
  const numbers = new Map([...found].map(term => [termNumber(term), 1]))
  return shareOf(asked.map(termNumber), numbers, term => sample.steadyWeightOf(term))
}

const FLAGS = 4096

/** Counts some terms of a text; most terms are none of them, which a table of flags tells at once. */
function counting(terms: readonly number[], alike: TermCounts = new Map()): (text: Uint32Array) => TermCounts {
  const flags = new Uint8Array(FLAGS)
  const wanted = new Map([...terms.map(term => [term, term] as const), ...alike])
  for (const term of wanted.keys()) flags[term % FLAGS] = 1
  return text => {
    const counts = new Map<number, number>()
    for (let at = 0; at < text.length; at += 1) {
      const term = text[at] ?? 0
      const meant = flags[term % FLAGS] === 1 ? wanted.get(term) : undefined
      if (meant !== undefined) counts.set(meant, (counts.get(meant) ?? 0) + 1)
    }
    return counts
  }
}

interface RerankedCandidate {
  readonly candidate: Candidate
  readonly damping: number
  /** What its own words are worth, and what everything is multiplied by. */
  readonly own: number
  readonly factor: number
}

const [SATURATION, LENGTH_SHARE] = [1.2, 0.75]

function rerankFeatures(
  candidate: Candidate,
  count: (text: Uint32Array) => TermCounts,
  question: RerankQuery,
): RerankedCandidate {
  const { sample, closeness } = question
  const length = candidate.terms.length / sample.averageLength
  const damping = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length)
  const isShort = candidate.words <= closeness.shortWords
  const looks = isShort || question.aside.size > 0 || closeness.longCoverage > 0
  const counts: TermCounts = looks ? count(candidate.terms) : new Map()
  const score = candidate.score + worth(counts, { weights: question.aside, damping })
  if (!isShort) {
    const factor = candidate.tier * coverage(counts, closeness.longCoverage, question)
    return { candidate, damping, own: score, factor }
  }
  return {
    candidate,
    damping,
    own: score + closeness.sideBySide * pairsIn(candidate.terms, { counts, damping, question }),
    factor: candidate.tier * coverage(counts, closeness.coverage, question),
  }
}

function scoreOf({ own, factor }: RerankedCandidate, more = 0): number {
  return (own + more) * factor
}

/** The more often, the more; but the tenth time tells little that the third did not. */
function saturated(count: number, damping: number): number {
  return (count * (SATURATION + 1)) / (count + damping)
}

function lentTo(
  { candidate, damping }: RerankedCandidate,
  lent: TermCounts,
  count: (text: Uint32Array) => TermCounts,
): number {
  if (lent.size === 0) return 0
  return worth(count(candidate.terms), { weights: lent, damping })
}

function worth(counts: TermCounts, { weights, damping }: { weights: TermCounts; damping: number }): number {
  let sum = 0
  if (weights.size === 0) return sum
  for (const [term, times] of counts) sum += (weights.get(term) ?? 0) * saturated(times, damping)
  return sum
}

function coverage(counts: TermCounts, strength: number, { asked, sample }: RerankQuery): number {
  if (strength === 0) return 1
  return 1 + strength * (shareOf(asked, counts, term => sample.weightOf(term)) - 0.5)
}

function shareOf(asked: readonly number[], counts: TermCounts, weightOf: (term: number) => number): number {
  let [met, all] = [0, 0]
  for (const term of asked) {
    const weight = weightOf(term)
    all += weight
    if (counts.has(term)) met += weight
  }
  return met / Math.max(all, 1e-9)
}

function pairsIn(
  terms: Uint32Array,
  { counts, damping, question: { pairs, sample } }: { counts: TermCounts; damping: number; question: RerankQuery },
): number {
  let sum = 0
  for (const [left, right] of pairs) {
    if (!counts.has(left) || !counts.has(right)) continue
    const times = sideBySide(terms, left, right)
    sum += (sample.weightOf(left) + sample.weightOf(right)) * saturated(times, damping)
  }
  return sum
}

function pairsOf(terms: readonly number[]): (readonly [number, number])[] {
  return terms.slice(1).map((right, at) => [terms[at] ?? 0, right] as const)
}

/** With one word between them they still count half. */
function sideBySide(terms: Uint32Array, left: number, right: number): number {
  let times = 0
  for (let at = 0; at < terms.length - 1; at += 1) {
    if (terms[at] !== left) continue
    if (terms[at + 1] === right) times += 1
    else if (terms[at + 2] === right) times += 0.5
  }
  return times
}

const STOP_NUMBERS: ReadonlySet<number> = new Set([...STOP_WORDS].map(termNumber))

/** The words that tell most about the best texts, beyond those asked for. */
function feedbackTerms(best: readonly RerankedCandidate[], { asked, sample, closeness }: RerankQuery): TermCounts {
  const known = new Set(asked)
  const gains = new Map<number, number>()
  const total = best.reduce((sum, look) => sum + scoreOf(look), 0)
  for (const look of best) {
    const counts = new Map<number, number>()
    for (const term of look.candidate.terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      if (known.has(term) || STOP_NUMBERS.has(term)) continue
      const gain = (scoreOf(look) / total) * saturated(count, look.damping) * sample.weightOf(term)
      gains.set(term, (gains.get(term) ?? 0) + gain)
    }
  }
  const chosen = [...gains].sort((a, b) => b[1] - a[1]).slice(0, closeness.lentTerms)
  const highest = chosen[0]?.[1] ?? 1
  return new Map(
    chosen.map(([term, value]) => [term, closeness.lentWeight * (value / highest) * sample.weightOf(term)]),
  )
}
