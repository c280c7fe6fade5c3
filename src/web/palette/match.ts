export interface SearchableCommand {
  readonly id: string
  readonly title: string
  readonly group: string
  /** Words that find it besides the title. */
  readonly also?: string
  /** What it is called where it is typed: `change cancel`, `quality-check`. */
  readonly name?: string
  /** The server found it for what was typed, in its text: that alone is less than a title that fits. */
  readonly isFound?: boolean
}

export interface Match<C extends SearchableCommand> {
  readonly command: C
  /** Ranges of the title that matched, to be shown in bold. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/**
 * Commands that fit what was typed, best first. Every word must be found: at the start of a word of the title best,
 * then anywhere in it, then among the other words. Letters in order count only where no words are found. A name or
 * title that was typed in full, then one that begins so, come first. Equal ones keep their order.
 */
export function match<C extends SearchableCommand>(query: string, commands: readonly C[]): Match<C>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return commands.map(command => ({ command, ranges: [] }))
  const scored = commands.flatMap(command => {
    const found = words.map(word => find(word, command))
    if (found.some(one => one === undefined)) return []
    const hits = found.filter(one => one !== undefined)
    const score = sum(hits.map(hit => hit.score)) + fitOf(command, words)
    const byWords = hits.every(hit => hit.score > LETTERS)
    return [{ command, ranges: merged(hits.flatMap(hit => hit.ranges)), score, byWords }]
  })
  const byWords = scored.filter(one => one.byWords)
  return (byWords.length > 0 ? byWords : scored)
    .sort((one, other) => other.score - one.score)
    .map(({ command, ranges }) => ({ command, ranges }))
}

/** What letters in order count. */
const LETTERS = 1

/** What a command gains by how much of it was typed; no sum of words comes up to the next step. */
const FIT = { name: 60, title: 50, start: 30, named: 10, found: -30, none: 0 } as const

function fitOf({ title, also = '', name = '', isFound = false }: SearchableCommand, words: readonly string[]): number {
  const typed = words.join(' ')
  const low = plain(title)
  if (isSameWords(name, words)) return FIT.name
  if (low === plain(typed)) return FIT.title
  if (low.startsWith(plain(typed))) return FIT.start
  if (isFound) return FIT.found
  // `feedback add` typed as it is called on the command line.
  return words.length > 1 && ` ${also.toLowerCase()} `.includes(` ${typed} `) ? FIT.named : FIT.none
}

/** `change cancel` is meant by `cancel change` too. */
function isSameWords(name: string, words: readonly string[]): boolean {
  return name !== '' && name.toLowerCase().split(' ').sort().join(' ') === [...words].sort().join(' ')
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[-_\s]+/g, ' ')
}

/** The group of the best match first, each group together under one heading. */
export function byGroup<C extends SearchableCommand>(matches: readonly Match<C>[]): Match<C>[] {
  return [...Map.groupBy(matches, ({ command }) => command.group).values()].flat()
}

interface CommandMatch {
  readonly score: number
  readonly ranges: readonly (readonly [number, number])[]
}

function find(word: string, { title, also }: SearchableCommand): CommandMatch | undefined {
  const low = title.toLowerCase()
  const starts = low.startsWith(word) ? 0 : low.search(new RegExp(`[^a-z0-9]${escaped(word)}`)) + 1
  if (starts > 0 || low.startsWith(word))
    return { score: starts === 0 ? 5 : 4, ranges: [[starts, starts + word.length]] }
  const inside = low.indexOf(word)
  if (inside >= 0) return { score: 3, ranges: [[inside, inside + word.length]] }
  if (also?.toLowerCase().includes(word)) return { score: 2, ranges: [] }
  return word.length > 1 ? lettersInOrder(word, low) : undefined
}

function lettersInOrder(word: string, low: string): CommandMatch | undefined {
  const ranges: [number, number][] = []
  let at = 0
  for (const letter of word) {
    const next = low.indexOf(letter, at)
    if (next < 0) return undefined
    ranges.push([next, next + 1])
    at = next + 1
  }
  return { score: LETTERS, ranges }
}

function merged(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = []
  for (const [from, to] of [...ranges].sort((one, other) => one[0] - other[0])) {
    const last = result.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
