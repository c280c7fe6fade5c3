import { reasonIn } from '../../search/hit.ts'
import { parseQuery } from '../../search/query.ts'
import { foundIn } from '../../search/rank/passage.ts'
import { spellingsOf } from '../../search/words/abbreviations.ts'
import { commentStarts } from '../index/cut/comments.ts'
import { indexedPartsOf } from '../index/files/put-file.ts'

interface CitedPassage {
  readonly path: string
  readonly symbols: readonly string[]
  readonly lines: readonly [first: number, last: number]
}

/** The words of the question that led to a passage, by where they stand: `symbol: login; path: auth; text: cookie`. */
export function whyFound(question: string, file: readonly string[], { path, symbols, lines }: CitedPassage): string {
  const wanted = new Set(parseQuery(question).terms.flatMap(spellingsOf))
  const { body, notes } = indexedPartsOf(file, commentStarts(path, file), lines)
  const parts = { symbol: symbols.join(' '), path, comment: notes, text: body }
  return Object.entries(parts)
    .flatMap(([name, text]) => reasonIn(name, text, foundIn(text, wanted)))
    .join('; ')
}
