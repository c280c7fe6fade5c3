import { isRefused } from '../../operation/errors.ts'
import type { Meaning } from '../../search/port.ts'
import { parseQuery } from '../../search/query.ts'
import { embedderOf } from '../../search/vectors/configured.ts'
import { unitVector } from '../../search/vectors/packed.ts'
import { spelledOut } from '../../search/words/abbreviations.ts'
import type { CodeIndex } from '../index/database.ts'
import { embedMissing } from '../index/embed.ts'
import { type IndexedTree, vectorsOf } from '../index/files/list-files.ts'
import { passagesFor } from './passages.ts'
import type { ReadQuestion } from './read-question.ts'

export interface QuestionMeaning {
  readonly meaning?: Meaning
  /** Why words alone find, where vectors are wanted. */
  readonly notice?: string
}

/** A question makes so many vectors that passages lack; `furrow ask index` makes the rest. */
const MOST_MADE = 64
/** On this machine each takes up to a tenth of a second. */
const MOST_MADE_HERE = 24

/** What a question means to the maker of this index's vectors. */
export async function embedQuestion(
  index: CodeIndex,
  tree: IndexedTree,
  asked: ReadQuestion,
  signal?: AbortSignal,
): Promise<QuestionMeaning> {
  const settings = vectorsOf(tree)
  const question = asked.parts[0].text
  const embedder = embedderOf(settings)
  if (embedder === undefined) return statisticalMeaning(index, settings.weight, question)
  const watching = signal === undefined ? {} : { signal }
  try {
    const most = settings.local === undefined ? MOST_MADE : MOST_MADE_HERE
    const only = passagesFor(index, asked)
      .slice(0, most)
      .map(({ id }) => id)
    const made = await embedMissing(index, tree, { embedder, most, only, ...watching })
    await embedMissing(index, tree, { embedder, most: most - made, ...watching })
    const [vector] = await embedder.embed([question], signal)
    if (vector === undefined) return {}
    const wanted = unitVector(vector)
    return {
      meaning: { ...comparing(index, wanted, settings.weight), nearest: count => index.vectors.nearest(wanted, count) },
    }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { notice: `Found by words alone. ${error.message}` }
  }
}

/** What was learned from the texts finds none that shares no word with the question, so none is looked for. */
export function statisticalMeaning(index: CodeIndex, weight: number, question: string): QuestionMeaning {
  const vector = index.vectors.place(parseQuery(question, spelledOut).inOrder)
  return vector === undefined ? {} : { meaning: comparing(index, unitVector(vector), weight) }
}

function comparing({ vectors }: CodeIndex, wanted: Float32Array, weight: number): Meaning {
  return { weight, nearest: () => [], likeness: ids => vectors.likeness(wanted, ids) }
}
