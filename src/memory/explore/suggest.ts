import { otherSpellings } from '../../search/words/spellings.ts'
import type { ExplorationFields } from './fields.ts'

export type SuggestedType = 'feature' | 'fix' | 'refactor' | 'enhancement'
export type SuggestedSize = 'small' | 'medium' | 'large'

export interface Suggestion<T> {
  readonly value: T
  /** The words of the text that led to it; none means the default was taken. */
  readonly because: readonly string[]
}

/** First family with a hit wins; whole words with simple inflections, so `prefix` is no fix and `address` no feature. */
const TYPE_WORDS: readonly (readonly [SuggestedType, readonly string[]])[] = [
  [
    'fix',
    [
      'fix',
      'bug',
      'crash',
      'error',
      'broken',
      'wrong',
      'fail',
      'failure',
      'incorrect',
      "doesn't work",
      'does not work',
      'not working',
    ],
  ],
  ['refactor', ['refactor', 'restructure', 'reorganize', 'rename', 'clean up', 'cleanup']],
  ['enhancement', ['improve', 'enhance', 'optimize', 'better', 'upgrade']],
  ['feature', ['new', 'add', 'create', 'build', 'implement']],
]

const SIZE_WORDS: readonly (readonly [SuggestedSize, readonly string[]])[] = [
  ['small', ['quick', 'small', 'simple', 'trivial', 'one-liner', 'minor']],
  ['large', ['complex', 'large', 'major', 'big', 'rewrite', 'overhaul']],
]

export function suggestType(fields: ExplorationFields): Suggestion<SuggestedType> {
  return suggest(textOf(fields), TYPE_WORDS, 'feature')
}

export function suggestSize(fields: ExplorationFields): Suggestion<SuggestedSize> {
  return suggest(textOf(fields), SIZE_WORDS, 'medium')
}

function suggest<T>(text: string, families: readonly (readonly [T, readonly string[]])[], fallback: T): Suggestion<T> {
  for (const [value, words] of families) {
    const spelled = words.flatMap(word => [word, ...otherSpellings(word)])
    const because = spelled.flatMap(word => occurrence(text, word) ?? [])
    if (because.length > 0) return { value, because }
  }
  return { value: fallback, because: [] }
}

/** The word as it stands in the text, in any simple inflection (`fixes`, `crashed`, `improving`). */
function occurrence(text: string, word: string): string | undefined {
  const stem = word.replace(/e$/, '')
  const doubled = /[aeiou][bgmnprt]$/.test(word) ? `|${word}${word.at(-1)}(?:ed|ing|er|est)` : ''
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:${word}(?:s|es|d|ed|ing|r|er)?|${stem}(?:ing|ation|ement)${doubled})(?![\\p{L}\\p{N}_-])`,
    'iu',
  )
  return pattern.exec(text)?.[0]?.toLowerCase()
}

function textOf({ goals = '', constraints = '', context = '' }: ExplorationFields): string {
  return [goals, constraints, context].join('\n')
}
