import type { Query } from '../query.ts'
import { type CandidateSearch, termCount } from '../rank/candidates.ts'
import { otherSpellings } from './spellings.ts'
import { termsOf } from './tokenize.ts'
import { nearTerms } from './typos.ts'

/** Terms of the index that stand for terms of the question, each with the one that it stands for. */
export type SpellingVariants = ReadonlyMap<string, string>

/** The same words as British and as American English spell them, as far as somebody wrote them so. */
export function spellingVariants(looking: CandidateSearch, { terms, words }: Query): SpellingVariants {
  const alike = new Map<string, string>()
  for (const word of words) {
    const [term = '', more] = termsOf(word)
    if (more !== undefined || !terms.includes(term)) continue
    for (const [other = ''] of otherSpellings(word).map(spelling => termsOf(spelling)))
      if (!terms.includes(other) && termCount(looking, other) > 0) alike.set(other, term)
  }
  return alike
}

const MOST_CORRECTED = 3

/** For words that nobody wrote: those that one mistyped letter leads away from. */
export function mistypedFor(
  looking: CandidateSearch,
  { terms, words }: Query,
  spelled: SpellingVariants,
): SpellingVariants {
  const { database, tables, sample } = looking
  const met = new Set(spelled.values())
  const unknown = terms.filter(term => !met.has(term) && termCount(looking, term) === 0).slice(0, MOST_CORRECTED)
  const alike = new Map(spelled)
  for (const term of unknown)
    for (const near of nearTerms({ database, tables, documents: sample.documents }, [term, ...wordsOf(term, words)]))
      if (!terms.includes(near)) alike.set(near, term)
  return alike
}

/** The words as they were typed, without accents, of which a term is the stem. */
function wordsOf(term: string, words: readonly string[]): string[] {
  const typed = words.filter(word => {
    const [first, more] = termsOf(word)
    return first === term && more === undefined
  })
  return typed.map(word => word.normalize('NFKD').replace(/\p{M}/gu, ''))
}
