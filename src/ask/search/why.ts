import { spellingsOf } from '../../search/abbreviations.ts'
import { reasonIn } from '../../search/hit.ts'
import { foundIn } from '../../search/passage.ts'
import { parseQuery } from '../../search/query.ts'
import { commentStarts } from '../index/comments.ts'
import { partsOf } from '../index/put-file.ts'

interface Cited {
  readonly path: string
  readonly symbols: readonly string[]
  readonly lines: readonly [first: number, last: number]
}

/** The words of the question that led to a passage, by where they stand: `symbol: login; path: auth; text: cookie`. */
export function whyFound(question: string, file: readonly string[], { path, symbols, lines }: Cited): string {
  const wanted = new Set(parseQuery(question).terms.flatMap(spellingsOf))
  const { body, notes } = partsOf(file, commentStarts(path, file), lines)
  const parts = { symbol: symbols.join(' '), path, comment: notes, text: body }
  return Object.entries(parts)
    .flatMap(([name, text]) => reasonIn(name, text, foundIn(text, wanted)))
    .join('; ')
}
