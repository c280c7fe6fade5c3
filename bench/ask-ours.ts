import type { CodeIndex } from '../src/ask/index/database.ts'
import { vectorsOf } from '../src/ask/index/files/list-files.ts'
import type { Purpose } from '../src/ask/model.ts'
import { statisticalMeaning } from '../src/ask/search/embed-question.ts'
import { WEIGHTS } from '../src/ask/search/order.ts'
import { type IndexedPassage, orderCitations, passagesFor, rarityIn } from '../src/ask/search/passages.ts'
import { PART_WEIGHTS, type ReadQuestion, readQuestion, type ThreadTopic } from '../src/ask/search/read-question.ts'
import type { Passage } from './ask-measures.ts'

/** What is left out or changed. */
export interface Variant {
  readonly name: string
  readonly weights?: Partial<typeof WEIGHTS>
  readonly parts?: Partial<typeof PART_WEIGHTS>
  readonly vectors?: number
}

export const WHOLE: Variant = { name: 'all of it' }

/** Every signal left out by itself. */
export const VARIANTS: readonly Variant[] = [
  WHOLE,
  { name: 'a symbol that is named', weights: { namedSymbol: 0 } },
  { name: 'a file that is named', weights: { namedPath: 0 } },
  { name: 'heads of files behind', weights: { head: 1 } },
  { name: 'the whole file', weights: { further: 0 } },
  { name: 'the folder', weights: { folder: 0 } },
  { name: 'more citations of one file', weights: { mostCited: 1 } },
  { name: 'synonyms', parts: { synonyms: 0 } },
  { name: 'vectors', vectors: 0 },
]

const CITED = 10

interface Sought {
  readonly question: string
  readonly purpose?: Purpose | undefined
  readonly topic?: ThreadTopic
}

export function cited(index: CodeIndex, question: Sought, variant = WHOLE): Passage[] {
  const { asked, found } = looked(index, question, variant)
  return first(orderCitations(index, asked, found, { ...WEIGHTS, ...variant.weights }))
}

/** By each variant; passages are looked for once for all that only order them otherwise. */
export function citedByEach(index: CodeIndex, question: Sought, variants: readonly Variant[]): Passage[][] {
  const whole = looked(index, question, WHOLE)
  return variants.map(variant =>
    variant.weights === undefined
      ? cited(index, question, variant)
      : first(orderCitations(index, whole.asked, whole.found, { ...WEIGHTS, ...variant.weights })),
  )
}

function looked(
  index: CodeIndex,
  question: Sought,
  variant: Variant,
): { asked: ReadQuestion; found: IndexedPassage[] } {
  const { parts, vectors = vectorsOf({ root: '', git: false }).weight } = variant
  const asked = readQuestion(question, rarityIn(index), { ...PART_WEIGHTS, ...parts })
  const { meaning } = vectors > 0 ? statisticalMeaning(index, vectors, asked.parts[0].text) : {}
  return { asked, found: passagesFor(index, asked, meaning) }
}

function first(citations: Iterable<IndexedPassage>): Passage[] {
  const passages: Passage[] = []
  for (const passage of citations) if (passages.push(passage) === CITED) break
  return passages
}
