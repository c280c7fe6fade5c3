import { STOP_WORDS } from '../../search/words/stop-words.ts'
import { termsOf } from '../../search/words/tokenize.ts'

interface NoteText {
  readonly title: string
  readonly content: string
}

export type Nearness = 'says the same' | 'another number' | 'only one of them says no' | 'the same title'

const SAME_SUBJECT = 0.5
const SAME_TEXT = 0.7
/** Of a text, by its beginning. */
export const MOST_COMPARED_NOTES = 4000

/** Told by the titles alone, so that most texts need not be read. */
export function isSameSubject(one: Pick<NoteText, 'title'>, other: Pick<NoteText, 'title'>): boolean {
  return share(titleTerms(one.title), titleTerms(other.title)) >= SAME_SUBJECT
}

/** How a note may repeat or contradict another of the same subject; nothing when both can be true. */
export function nearnessTo(note: NoteText): (other: NoteText) => Nearness | undefined {
  const mine = readOnce(note)
  return other => {
    const theirs = readOnce(other)
    if (differ(mine.numbers(), theirs.numbers())) return 'another number'
    if (mine.isRefusing() !== theirs.isRefusing()) return 'only one of them says no'
    if (overlap(mine.terms(), theirs.terms()) >= SAME_TEXT) return 'says the same'
    return termsOf(note.title).join(' ') === termsOf(other.title).join(' ') ? 'the same title' : undefined
  }
}

/** What is compared of a note, found out when it is first asked for. */
function readOnce(note: NoteText) {
  const text = textOf(note)
  return {
    numbers: once(() => numbersIn(text)),
    isRefusing: once(() => isRefusing(text)),
    terms: once(() => new Set(termsOf(note.content.slice(0, MOST_COMPARED_NOTES)))),
  }
}

function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

/** The words of a title that tell what it is about. */
export function titleTerms(title: string): Set<string> {
  return new Set(termsOf(title).filter(term => !STOP_WORDS.has(term) && !/^\d+$/.test(term) && !NEGATIONS.has(term)))
}

function textOf({ title, content }: NoteText): string {
  return `${title}\n${content.slice(0, MOST_COMPARED_NOTES)}`
}

/** Of the shorter title: a longer one says more about the same. */
function share(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter(term => other.has(term)).length
  return shared / Math.max(1, Math.min(one.size, other.size))
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter(term => other.has(term)).length
  return shared / Math.max(1, one.size + other.size - shared)
}

function numbersIn(text: string): Set<string> {
  const written = [...text.matchAll(NUMBER_WORDS)].map(([word]) => String(SMALL.indexOf(word.toLowerCase())))
  return new Set([...(text.match(/\d+(?:[.,]\d+)*/g) ?? []), ...written])
}

const SMALL = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** "One" is a number only before what is counted. */
const NUMBER_WORDS =
  /\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|one(?= +(?:milli)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|times?)\b))\b/gi

/** Each has one that the other lacks. */
function differ(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some(number => !other.has(number)) && [...other].some(number => !one.has(number))
}

const NEGATIONS: ReadonlySet<string> = new Set(
  termsOf(`not never none cannot no without avoid forbid forbidden reject rejected disable disabled deny denied drop
    dropped deprecated remove removed stop stopped against abandon abandoned`),
)

function isRefusing(text: string): boolean {
  return /n['’]t\b/i.test(text) || termsOf(text).some(term => NEGATIONS.has(term))
}
