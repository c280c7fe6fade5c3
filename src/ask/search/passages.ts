import type { Meaning } from '../../search/port.ts'
import { prepared } from '../../store/database/sqlite.ts'
import { isCodeMethod, languageOf } from '../index/cut/languages.ts'
import type { CodeIndex } from '../index/database.ts'
import { expandCitations } from './expand-citations.ts'
import { orderPassages, type Passage, WEIGHTS } from './order.ts'
import type { Rarity, ReadQuestion } from './read-question.ts'

/** A passage of the index, with the file that it is in. */
export interface IndexedPassage extends Passage {
  readonly hash: string
  readonly file: number
  readonly first: number
  readonly last: number
  readonly language: string
}

/** Passages that words lead to, and of those how many are looked at: of one file only some, so that it leaves room. */
const POOL = 500
const LOOKED_AT = 300
const OF_ONE_FILE = 20

/** The passages for a question in the order in which they are cited, each with what around it belongs to it. */
export function* citationsFor(
  index: CodeIndex,
  asked: ReadQuestion,
  { meaning, weights = WEIGHTS }: { meaning?: Meaning | undefined; weights?: typeof WEIGHTS } = {},
): Generator<IndexedPassage> {
  yield* orderCitations(index, asked, passagesFor(index, asked, meaning), weights)
}

export function* orderCitations(
  index: CodeIndex,
  asked: ReadQuestion,
  found: readonly IndexedPassage[],
  weights = WEIGHTS,
): Generator<IndexedPassage> {
  const rows = new Map(found.map(row => [row.id, row]))
  const ordered = orderPassages(found, asked, weights).flatMap(({ id, score }) => {
    const row = rows.get(id)
    return row === undefined ? [] : [{ ...row, score }]
  })
  yield* expandCitations(ordered, { index, scores: new Map(found.map(({ id, score }) => [id, score])) })
}

export function passagesFor(index: CodeIndex, { parts }: ReadQuestion, meaning?: Meaning): IndexedPassage[] {
  const scores = new Map<number, number>()
  for (const [at, { text, weight }] of parts.entries()) {
    const meant = meaning === undefined || at > 0 ? {} : { meaning }
    const found = index.search.best({ query: text, limit: POOL, pool: POOL, now: 0, complete: true, ...meant })
    for (const { id, score } of found) scores.set(id, (scores.get(id) ?? 0) + weight * score)
  }
  const best = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const rows = rowsOf(
    index,
    best.map(([id]) => id),
  )
  const counts = new Map<number, number>()
  return best
    .flatMap(([id, score]) => {
      const row = rows.get(id)
      if (row === undefined) return []
      counts.set(row.file, (counts.get(row.file) ?? 0) + 1)
      return (counts.get(row.file) ?? 0) > OF_ONE_FILE ? [] : [{ ...row, score }]
    })
    .slice(0, LOOKED_AT)
}

type PassageRow = Omit<IndexedPassage, 'symbols' | 'score' | 'isHead'> & { readonly symbols: string }

function rowsOf({ database }: CodeIndex, ids: readonly number[]): Map<number, Omit<IndexedPassage, 'score'>> {
  const rows = prepared<PassageRow>(
    database,
    `SELECT chunks.id, file, files.path, hash, first, last, symbols, language FROM json_each(?) CROSS JOIN chunks
     ON chunks.id = json_each.value JOIN files ON files.id = chunks.file`,
  ).all(JSON.stringify(ids))
  return new Map(rows.map(row => [row.id, { ...row, symbols: symbolsOf(row.symbols), isHead: isHead(row) }]))
}

export function symbolsOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

const HEAD_LINES = 3

function isHead({ path, first, symbols }: PassageRow): boolean {
  return first <= HEAD_LINES && symbols === '' && isCodeMethod(languageOf(path).reading)
}

/** How much a term tells in this code: the rarer, the more; nothing where nobody wrote it. */
export function rarityIn({ database }: CodeIndex): Rarity {
  const { n: all } = prepared(database, 'SELECT count(*) AS n FROM chunks').get() as { n: number }
  const known = new Map<string, number>()
  return term => {
    const before = known.get(term)
    if (before !== undefined) return before
    const counted = prepared(database, 'SELECT count(*) AS n FROM code_terms WHERE code_terms MATCH ?')
    const { n } = counted.get(`"${term.replaceAll('"', '""')}"`) as { n: number }
    const rarity = n === 0 ? 0 : Math.log(1 + (all - n + 0.5) / (n + 0.5))
    known.set(term, rarity)
    return rarity
  }
}
