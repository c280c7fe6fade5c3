import { isRefused } from '../../operation/errors.ts'
import { spelledOut } from '../../search/abbreviations.ts'
import type { Meaning } from '../../search/port.ts'
import { parseQuery } from '../../search/query.ts'
import { embedderOf } from '../../search/vectors/configured.ts'
import { unit } from '../../search/vectors/packed.ts'
import type { CodeIndex } from '../index/database.ts'
import { embedMissing } from '../index/embed.ts'
import { type Tree, vectorsOf } from '../index/list-files.ts'

export interface Meant {
  readonly meaning?: Meaning
  /** Why words alone find, where vectors are wanted. */
  readonly notice?: string
}

/** A question makes so many vectors that passages lack; `furrow ask index` makes the rest. */
const MOST_MADE = 64

/** What a question means to the maker of this index's vectors. */
export async function meaningOf(index: CodeIndex, tree: Tree, question: string, signal?: AbortSignal): Promise<Meant> {
  const settings = vectorsOf(tree)
  const embedder = embedderOf(settings)
  if (embedder === undefined) return learned(index, settings.weight, question)
  const watching = signal === undefined ? {} : { signal }
  try {
    await embedMissing(index, tree, { embedder, most: MOST_MADE, ...watching })
    const [vector] = await embedder.embed([question], signal)
    if (vector === undefined) return {}
    const wanted = unit(vector)
    return {
      meaning: { ...comparing(index, wanted, settings.weight), nearest: count => index.vectors.nearest(wanted, count) },
    }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { notice: `Found by words alone. ${error.message}` }
  }
}

/** What was learned from the texts finds none that shares no word with the question, so none is looked for. */
export function learned(index: CodeIndex, weight: number, question: string): Meant {
  const vector = index.vectors.place(parseQuery(question, spelledOut).inOrder)
  return vector === undefined ? {} : { meaning: comparing(index, unit(vector), weight) }
}

function comparing({ vectors }: CodeIndex, wanted: Float32Array, weight: number): Meaning {
  return { weight, nearest: () => [], likeness: ids => vectors.likeness(wanted, ids) }
}
