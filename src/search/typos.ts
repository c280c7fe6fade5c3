import { type Database, prepared } from '../store/sqlite.ts'
import type { Tables } from './open.ts'

/** Shorter words have neighbours that mean something else: `port` is no `sort`. */
const SHORTEST = 5
const MOST_ALTERNATIVES = 3
/** Up to so many texts every word of the index is compared; above, only those that begin alike. */
const FEW_TEXTS = 20_000

/** Terms of the index that differ from one that it does not have by one letter: wrong, missing, too many, or swapped. */
export function nearTerms(
  { database, tables, documents }: { database: Database; tables: Tables; documents: number },
  term: string,
): string[] {
  if (term.length < SHORTEST || !/^\p{L}+$/u.test(term)) return []
  const vocabulary = vocabularyOf(database, tables)
  if (vocabulary === undefined) return []
  const begins = documents <= FEW_TEXTS ? [''] : beginnings(term)
  const rows = begins.flatMap(begin => {
    const sql = `SELECT term, doc FROM ${vocabulary} WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?`
    const range = [begin, `${begin}\u{10ffff}`, term.length - 1, term.length + 1]
    return prepared(database, sql).all(...range) as unknown as { term: string; doc: number }[]
  })
  return rows
    .filter(row => isOneLetterOff(row.term, term))
    .sort((a, b) => b.doc - a.doc)
    .slice(0, MOST_ALTERNATIVES)
    .map(row => row.term)
}

/** The first letter is right, or it is swapped with the second, or one too many. */
function beginnings(term: string): string[] {
  const [first = '', second = '', third = ''] = term
  return [...new Set([first, `${second}${first}`, `${second}${third}`])].filter(
    (begin, at) => at === 0 || !begin.startsWith(first),
  )
}

const opened = new WeakMap<Database, Map<string, string | undefined>>()

/** A table of this connection alone, over the words of the index. */
function vocabularyOf(database: Database, { terms }: Tables): string | undefined {
  const known = opened.get(database) ?? new Map<string, string | undefined>()
  opened.set(database, known)
  if (!known.has(terms)) known.set(terms, makeVocabulary(database, terms))
  return known.get(terms)
}

function makeVocabulary(database: Database, terms: string): string | undefined {
  try {
    database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${terms}_words USING fts5vocab (main, ${terms}, row)`)
    return `temp.${terms}_words`
  } catch (error) {
    // A file that can only be read is searched by the words as they were typed.
    if (error instanceof Error && /readonly|read-only|query_only/i.test(error.message)) return undefined
    throw error
  }
}

/** One letter wrong, missing or too many, or two neighbours swapped. */
export function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || short === long) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
}
