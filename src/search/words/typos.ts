import { type Database, prepared } from '../../store/database/sqlite.ts'
import type { Tables } from '../open.ts'
import { termsOf } from './tokenize.ts'

/** Of shorter words a wrong letter makes another word: `port` is no `sort`. */
const SHORTEST = 5
/** In these a letter may still be missing, too many or swapped: `colr`, `tokn`. */
const SHORTEST_INCOMPLETE = 4
/** The stems of shorter words are so short that many words have them. */
const SHORTEST_STEMMED = 6
const MOST_ALTERNATIVES = 3
/** Up to so many texts every word of the index is compared; above, only those that begin alike. */
const FEW_TEXTS = 20_000

interface IndexedWords {
  readonly database: Database
  readonly tables: Tables
  readonly documents: number
}

/**
 * Terms of the index that differ by one letter from one that it does not have: wrong, missing, too many, or swapped. A
 * mistyped word may have a stem that is further away than the word itself, so both are compared.
 */
export function nearTerms(vocabulary: IndexedWords, typed: readonly string[]): string[] {
  const forms = [...new Set(typed)].filter(form => form.length >= SHORTEST_INCOMPLETE && /^\p{L}+$/u.test(form))
  const near = forms.flatMap(form => [...termsAround(vocabulary, form), ...stemsAround(vocabulary, form)])
  const found = new Map(near.map(({ term, doc }) => [term, doc]))
  return [...found]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_ALTERNATIVES)
    .map(([term]) => term)
}

interface IndexedTerm {
  readonly term: string
  readonly doc: number
}

function termsAround({ database, tables, documents }: IndexedWords, form: string): IndexedTerm[] {
  const words = vocabularyOf(database, tables)
  if (words === undefined) return []
  const begins = documents <= FEW_TEXTS ? [''] : beginnings(form)
  const rows = begins.flatMap(begin => {
    const sql = `SELECT term, doc FROM ${words} WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?`
    const range = [begin, `${begin}\u{10ffff}`, Math.max(SHORTEST_INCOMPLETE, form.length - 1), form.length + 1]
    return prepared<IndexedTerm>(database, sql).all(...range)
  })
  return rows.filter(({ term }) => isOneLetterOff(term, form) && (form.length >= SHORTEST || !isOneWrong(term, form)))
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** A slip in its ending keeps a word from having its stem: `rotatoin` is no `rotat`, and the word that was meant is. */
function stemsAround({ database, tables }: IndexedWords, form: string): IndexedTerm[] {
  const words = vocabularyOf(database, tables)
  if (words === undefined || form.length < SHORTEST_STEMMED || !/^[a-z]+$/.test(form)) return []
  const stems = [...new Set(wordsAround(form).flatMap(word => termsOf(word)))].filter(({ length }) => length > 2)
  const sql = `SELECT term, doc FROM ${words} WHERE term IN (SELECT value FROM json_each(?))`
  return prepared<IndexedTerm>(database, sql).all(JSON.stringify(stems))
}

/** Every word that is one letter off. */
function wordsAround(form: string): string[] {
  return [...form, ''].flatMap((letter, at) => {
    const [before, after] = [form.slice(0, at), form.slice(at + 1)]
    const added = LETTERS.map(each => `${before}${each}${letter}${after}`)
    if (letter === '') return added
    const swapped = `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`
    return [...added, ...LETTERS.map(each => `${before}${each}${after}`), `${before}${after}`, swapped]
  })
}

/** Another letter in one place. */
function isOneWrong(one: string, other: string): boolean {
  return one.length === other.length && [...one].sort().join('') !== [...other].sort().join('')
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
