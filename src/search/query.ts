import { STOP_WORDS } from './words/stop-words.ts'
import { termsOf } from './words/tokenize.ts'

export interface Query {
  /** Distinct terms that carry meaning; stop words only when there is nothing else. */
  readonly terms: readonly string[]
  /** The words as they were typed, in lower case, for the last resort: parts of words. */
  readonly words: readonly string[]
  /** Terms that must stand side by side. */
  readonly phrases: readonly (readonly string[])[]
  /** The terms that carry meaning as they follow each other. */
  readonly inOrder: readonly string[]
}

const LONGEST_QUERY = 64

/** Reads whatever a person or a model typed; no text is a syntax error. */
export function parseQuery(text: string, fold: (term: string) => string = term => term): Query {
  const phrases: string[][] = []
  const rest = text.replace(/"([^"]+)"/g, (_, phrase: string) => {
    const terms = termsOf(phrase).map(fold)
    if (terms.length > 0) phrases.push(terms)
    return ` ${phrase} `
  })
  const all = termsOf(rest)
  const meaningful = all.filter(term => !STOP_WORDS.has(term))
  const inOrder = (meaningful.length > 0 ? meaningful : all).slice(0, LONGEST_QUERY).map(fold)
  const typed =
    rest.toLowerCase().match(/[\p{L}\p{N}_-]{3,}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu) ?? []
  const words = meaningful.length > 0 ? typed.filter(word => termsOf(word).some(term => !STOP_WORDS.has(term))) : typed
  return { terms: [...new Set(inOrder)], inOrder, phrases, words: [...new Set(words)].slice(0, LONGEST_QUERY) }
}

/** `type:decision` and `project:"my shop"` of a query, for the owner of the texts, and the words that remain. */
export function takeFields<Field extends string>(
  text: string,
  known: readonly Field[],
): { words: string; fields: Partial<Record<Field, string>> } {
  const fields: Partial<Record<Field, string>> = {}
  const words = text.replace(
    /(?<![\p{L}\p{N}])([a-z_]+):(?:"([^"]*)"|([^\s":]+))(?=\s|$)/giu,
    (all, name: string, quoted: string | undefined, plain: string | undefined) => {
      const field = known.find(one => one === name.toLowerCase())
      const value = quoted ?? plain ?? ''
      if (field === undefined || value === '') return all
      fields[field] = value
      return ' '
    },
  )
  return { words: words.trim(), fields }
}
