import { STOP_WORDS } from './stop-words.ts'
import { termsOf } from './tokenize.ts'

export interface Query {
  /** Distinct terms that carry meaning; stop words only when there is nothing else. */
  readonly terms: readonly string[]
  /** The words as they were typed, in lower case, for the last resort: parts of words. */
  readonly words: readonly string[]
  /** Terms that must stand side by side. */
  readonly phrases: readonly (readonly string[])[]
  /** `type:decision` and the like, for the owner of the texts. */
  readonly fields: Readonly<Record<string, string>>
}

const LONGEST_QUERY = 64

/** Reads whatever a person or a model typed; no text is a syntax error. */
export function parseQuery(text: string, known: readonly string[] = []): Query {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  const phrases: string[][] = []
  const rest = text
    .replace(/"([^"]+)"/g, (_, phrase: string) => {
      const terms = termsOf(phrase)
      if (terms.length > 0) phrases.push(terms)
      return ` ${phrase} `
    })
    .replace(/(?<![\p{L}\p{N}])([a-z_]+):([^\s:]+)/giu, (all, field: string, value: string) => {
      if (!known.includes(field.toLowerCase())) return all
      fields[field.toLowerCase()] = value
      return ' '
    })
  const all = [...new Set(termsOf(rest))]
  const meaningful = all.filter(term => !STOP_WORDS.has(term))
  const words = rest.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? []
  return {
    words: [...new Set(words)].slice(0, LONGEST_QUERY),
    terms: (meaningful.length > 0 ? meaningful : all).slice(0, LONGEST_QUERY),
    phrases,
    fields,
  }
}
