import { STOP_WORDS } from '../../search/stop-words.ts'
import { termsOf } from '../../search/tokenize.ts'

interface Note {
  readonly title: string
  readonly content: string
}

export type Nearness = 'says the same' | 'another number' | 'only one of them says no' | 'the same title'

const SAME_SUBJECT = 0.5
const SAME_TEXT = 0.7
const MOST_READ = 4000

/** How a note may repeat or contradict another of the same subject; nothing when they can both stand. */
export function nearnessOf(one: Note, other: Note): Nearness | undefined {
  if (share(titleTerms(one.title), titleTerms(other.title)) < SAME_SUBJECT) return undefined
  const [mine, theirs] = [textOf(one), textOf(other)]
  if (differ(numbersIn(mine), numbersIn(theirs))) return 'another number'
  if (isRefusing(mine) !== isRefusing(theirs)) return 'only one of them says no'
  const [said, known] = [one, other].map(({ content }) => new Set(termsOf(content.slice(0, MOST_READ))))
  if (overlap(said ?? new Set(), known ?? new Set()) >= SAME_TEXT) return 'says the same'
  return termsOf(one.title).join(' ') === termsOf(other.title).join(' ') ? 'the same title' : undefined
}

/** The words of a title that tell what it is about. */
export function titleTerms(title: string): Set<string> {
  return new Set(termsOf(title).filter(term => !STOP_WORDS.has(term) && !/^\d+$/.test(term) && !NEGATIONS.has(term)))
}

function textOf({ title, content }: Note): string {
  return `${title}\n${content.slice(0, MOST_READ)}`
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
  return new Set(text.match(/\d+(?:[.,]\d+)*/g) ?? [])
}

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
