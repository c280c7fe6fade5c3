import { parseQuery } from '../../search/query.ts'
import { spelledOut } from '../../search/words/abbreviations.ts'
import { STOP_WORDS } from '../../search/words/stop-words.ts'
import { termsOf } from '../../search/words/tokenize.ts'
import type { Purpose } from '../model.ts'
import { identifiersIn, type Names } from './names.ts'
import { isReport, isTitled, readReport } from './report.ts'
import { synonymsOf } from './synonyms.ts'

/** Words to search by, and what their score counts. */
export interface WeightedText {
  readonly text: string
  readonly weight: number
}

/** A question as it is searched for: the first part is what it says, the others add to it. */
export interface ReadQuestion {
  readonly question: string
  readonly purpose: Purpose
  readonly parts: readonly [WeightedText, ...WeightedText[]]
  readonly names: Names
  readonly cited: ReadonlySet<string>
}

/** What the thread is about: the questions before this one, and the files cited for them. */
export interface ThreadTopic {
  readonly questions: readonly string[]
  readonly files: readonly string[]
}

/** As measured; see the table of `npm run bench -- ask`. */
export const PART_WEIGHTS = { title: 1.5, synonyms: 0.05, followed: 1, before: 0.15, message: 3 }

export type Rarity = (term: string) => number

/** The parts of a question, of a long report as of a few words that go on with a thread. */
export function readQuestion(
  { question, purpose, topic }: { question: string; purpose?: Purpose | undefined; topic?: ThreadTopic | undefined },
  rarity: Rarity,
  weights = PART_WEIGHTS,
): ReadQuestion {
  const isOfBug = isReport(question)
  if (isOfBug || isTitled(question))
    return askedOfReport(question, purpose ?? (isOfBug ? 'change' : 'explain'), { rarity, weights })
  const topicParts = topic === undefined ? [] : partsOfTopic(question, topic, weights)
  const follows = topicParts.some(({ weight }) => weight === weights.followed)
  const text = unquoted(question)
  const synonyms = synonymsOf(parseQuery(text, spelledOut).terms).join(' ')
  const more = synonyms === '' || purpose === 'change' ? [] : [{ text: synonyms, weight: weights.synonyms }]
  return {
    question,
    purpose: purpose ?? 'explain',
    parts: [{ text: shortened(text, rarity), weight: 1 }, ...more, ...messageParts(question, weights), ...topicParts],
    names: identifiersIn(follows ? [...(topic?.questions ?? []).slice(-1), question].join('\n') : question),
    cited: new Set(follows ? topic?.files : []),
  }
}

function askedOfReport(
  question: string,
  purpose: Purpose,
  { rarity, weights }: { rarity: Rarity; weights: typeof PART_WEIGHTS },
): ReadQuestion {
  const { title, words, names } = readReport(question)
  const body = chosen(words, rarity)
  const parts = [{ text: unquoted(title), weight: weights.title }].filter(({ text }) => text !== '')
  return { question: title, purpose, parts: [{ text: body, weight: 1 }, ...parts], names, cited: new Set() }
}

const MESSAGE =
  /\b[\w.]*(?:Error|Exception|Warning|Panic)\b\s*:\s*(.+)|\b(?:error|fatal|panic|warning):\s*(.+)|["“]([^"”\n]+)["”]/gi
const MOST_MESSAGES = 3

/** An error message, and what is quoted, stands in the code word for word, but for what is filled in. */
function messageParts(question: string, { message }: typeof PART_WEIGHTS): WeightedText[] {
  const found = [...question.matchAll(MESSAGE)].map(([, thrown, printed, quoted]) => thrown ?? printed ?? quoted ?? '')
  return found.slice(0, MOST_MESSAGES).flatMap(text => {
    const runs = text.split(/['"`“”‘’:;,(){}[\]<>|=]+|\S*\d\S*|\.(?:\s|$)/).map(run => run.trim())
    const longest = runs.sort((a, b) => b.length - a.length)[0] ?? ''
    return longest.includes(' ') ? [{ text: `"${longest}"`, weight: message }] : []
  })
}

/** `it`, `that one`, `and where?`: the words of this question alone do not say what it is about. */
const GOES_ON =
  /\b(?:it|its|this|that|these|those|they|them|their|there|one|ones|same|else|also|then|instead|previous|above|former|latter)\b|^(?:and|but|so|or|what about|how about|why|where|when|who)\b/i
const FEW = 3

function partsOfTopic(question: string, { questions }: ThreadTopic, weights: typeof PART_WEIGHTS): WeightedText[] {
  const last = questions.at(-1)
  if (last === undefined) return []
  const own = termsOf(question).filter(term => !STOP_WORDS.has(term))
  const follows = GOES_ON.test(question.replace(/\bis (?:it|there|this)\b/i, 'it')) || own.length <= FEW
  const text = unquoted(questions.length > 1 && follows ? `${questions[0]} ${last}` : last)
  return [{ text, weight: follows ? weights.followed : weights.before }]
}

/** More terms than a search looks at: those that tell most. */
const MOST_TERMS = 48

function shortened(question: string, rarity: Rarity): string {
  if (termsOf(question).length <= MOST_TERMS) return question
  const words = new Map<string, number>()
  for (const [word] of question.matchAll(/[\p{L}\p{N}_]+(?:[.:/-][\p{L}\p{N}_]+)*/gu)) words.set(word, 1)
  return chosen(words, rarity)
}

function chosen(words: ReadonlyMap<string, number>, rarity: Rarity): string {
  const heaviest = [...words].sort((a, b) => b[1] - a[1]).slice(0, MOST_WORDS)
  const scored = heaviest.map(([word, weight]) => {
    const terms = termsOf(word, spelledOut).filter(term => !STOP_WORDS.has(term))
    return { word, terms: terms.length, score: weight * Math.max(0, ...terms.map(rarity)) }
  })
  scored.sort((a, b) => b.score - a.score)
  let count = 0
  const kept = scored.filter(({ terms, score }) => {
    if (score <= 0 || count + terms > MOST_TERMS) return false
    count += terms
    return true
  })
  return kept.map(({ word }) => word).join(' ')
}

const MOST_WORDS = 300

/** Quotes demand words side by side where a person typed them; here they are words like others. */
function unquoted(text: string): string {
  return text.replaceAll('"', ' ')
}
