import { SMELL_RULES, type SmellKind, type SmellRule } from './smell-rules.ts'

export type { SmellKind } from './smell-rules.ts'

/** What each kind of smell does to a requirement. */
export const SMELLS = [
  { kind: 'subjective', says: 'is judged differently by everybody; say what can be observed' },
  { kind: 'ambiguous_adverb', says: 'leaves open how much or how often; give a number' },
  { kind: 'non_verifiable', says: 'cannot be tested; say how it is measured' },
  { kind: 'loophole', says: 'lets the obligation be left out; say when it holds' },
  { kind: 'open_ended', says: 'has no end; list all of it' },
  { kind: 'superlative', says: 'compares with everything there is; give a limit' },
  { kind: 'comparative', says: 'compares with something that is not named; give a number' },
  { kind: 'vague_pronoun', says: 'may stand for several things; repeat the noun' },
  { kind: 'uncertain_verb', says: 'leaves open whether it is done; say shall, or leave it out' },
  { kind: 'negative', says: 'says what does not happen; say what happens instead' },
  { kind: 'passive', says: 'does not say who does it; name the actor' },
] as const satisfies readonly { kind: SmellKind; says: string }[]

export interface Smell {
  readonly kind: SmellKind
  readonly says: string
  readonly words: readonly string[]
}

const USED = SMELL_RULES.filter(({ unused }) => unused === undefined).map(rule => ({ rule, find: finding(rule) }))

/** Each kind that a requirement smells of, with its words. */
export function smellsIn(requirement: string): Smell[] {
  return SMELLS.flatMap(({ kind, says }) => {
    const found = USED.filter(({ rule }) => rule.kind === kind).flatMap(({ find }) => find(requirement))
    return found.length === 0 ? [] : [{ kind, says, words: [...new Set(found)] }]
  })
}

/** The words of a text that a rule means, in lower case. */
export function finding({ words, except }: SmellRule): (text: string) => string[] {
  const pattern = new RegExp(`(?<![\\w-])(?:${words})(?![\\w])(?:(?<=\\betc)\\.)?`, 'gi')
  const harmless = except && new RegExp(except, 'gi')
  return text => {
    const rest = harmless === undefined ? text : text.replace(harmless, match => ' '.repeat(match.length))
    return [...rest.matchAll(pattern)].map(([word]) => word.toLowerCase().trim())
  }
}
