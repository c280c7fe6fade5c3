import { stemmer } from 'stemmer'
import { TRANSLITERATED } from '../../operation/names/naming.ts'
import { asciiParts, asciiWords, isAscii } from './ascii.ts'

export interface Token {
  /** What is compared: lower case, without diacritics, stemmed. */
  readonly term: string
  readonly start: number
  readonly end: number
}

const WORD = /[\p{L}\p{N}]+(?:['’_./:@#+-][\p{L}\p{N}]+)*/gu
const PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}\s'’_./:@#+-]+/gu
/** The same parts where no letter is beyond ASCII, found several times as fast. */
const ASCII_PART = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g
/** Most words are of this kind, and need none of the care below. */
const PLAIN = /^[A-Z]?[a-z]+$/
const LONGEST_TERM = 64

/** The findable terms of a text in order: plain words by their stem, identifiers whole and by their parts. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (PLAIN.test(word)) {
      tokens.push({ term: stem(word.toLowerCase().slice(0, LONGEST_TERM)), start: index, end: index + word.length })
      continue
    }
    const parts = partsOf(word, index)
    if (parts.length !== 1) tokens.push({ term: wholeOf(word), start: index, end: index + word.length })
    tokens.push(...parts)
  }
  return tokens
}

/** One term for several that mean the same. */
export type Fold = (term: string) => string

export const identityFold: Fold = term => term

export function termsOf(text: string, same: Fold = identityFold): string[] {
  const terms: string[] = []
  const known = knownBy(same)
  const take = (word: string) => {
    for (const term of termsOfWord(word, same, known)) terms.push(term)
  }
  // One letter beyond ASCII is no reason to read all of a text with care: no word goes on in the next line.
  for (const part of isAscii(text) ? [text] : text.split('\n'))
    if (isAscii(part)) asciiWords(part, take)
    else for (const { term } of tokenize(part)) terms.push(same(term))
  return terms
}

type TermCache = Map<string, readonly string[]>

const everyKnown = new WeakMap<Fold, TermCache>()
const MOST_KNOWN = 250_000

function knownBy(same: Fold): TermCache {
  const known: TermCache = everyKnown.get(same) ?? new Map()
  everyKnown.set(same, known)
  return known
}

/** The same few thousand words make up most of what is indexed. */
function termsOfWord(word: string, same: Fold, known: TermCache): readonly string[] {
  const found = known.get(word)
  if (found !== undefined) return found
  const terms = word.includes("'") ? tokenize(word).map(({ term }) => same(term)) : asciiTerms(word).map(same)
  if (known.size > MOST_KNOWN) known.clear()
  if (word.length <= LONGEST_TERM) known.set(word, terms)
  return terms
}

/** As `tokenize` finds them, of one ASCII word without an apostrophe. */
function asciiTerms(word: string): string[] {
  const parts = asciiParts(word).map(part => stem(part.toLowerCase().slice(0, LONGEST_TERM)))
  return parts.length === 1 ? parts : [wholeOf(word), ...parts]
}

/** The whole word, marks included, that stands around a place of a text without letters beyond ASCII. */
export function wordAround(text: string, at: number): { start: number; end: number } {
  let [start, end] = [at, at]
  while (start > 0 && INSIDE.test(text.charAt(start - 1))) start -= 1
  while (end < text.length && INSIDE.test(text.charAt(end))) end += 1
  return { start, end: Math.max(end, at + 1) }
}

const INSIDE = /[\w'./:@#+-]/

function partsOf(word: string, index: number): Token[] {
  // "isn't" and "Anna's" are one word; what follows the apostrophe is no part of an identifier.
  const possessive = /['’]/.test(word) ? /^([\p{L}\p{N}]+)['’](?:s|t|re|ve|ll|d|m)$/iu.exec(word) : undefined
  const source = possessive?.[1] ?? word
  const parts = Array.from(source.matchAll(isAscii(source) ? ASCII_PART : PART))
  return parts.flatMap(({ 0: part, index: at }) =>
    pairsOf(part).map(([from, to]) => ({
      term: stem(fold(part.slice(from, to))),
      start: index + at + from,
      end: index + at + to,
    })),
  )
}

const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+$/u

/** Where words are written without spaces, each two letters that follow each other can be found: `用户登录` by `登录`. */
function pairsOf(part: string): [from: number, to: number][] {
  if (isAscii(part) || !WITHOUT_SPACES.test(part)) return [[0, part.length]]
  const starts = Array.from(part.matchAll(/./gsu), ({ index }) => index)
  if (starts.length <= 2) return [[0, part.length]]
  return starts.slice(0, -1).map((from, at) => [from, starts[at + 2] ?? part.length])
}

/** An identifier as one term; its marks are dropped, so `user_name` and `user-name` are the same. */
function wholeOf(word: string): string {
  return fold(word)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LONGEST_TERM)
}

function fold(word: string): string {
  if (isAscii(word)) return word.toLowerCase().slice(0, LONGEST_TERM)
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, letter => TRANSLITERATED[letter] ?? letter)
    .slice(0, LONGEST_TERM)
}

const stems = new Map<string, string>()

function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const result = /^[a-z]+$/.test(word) ? stemmer(word) : word
  if (stems.size > 50_000) stems.clear()
  stems.set(word, result)
  return result
}
