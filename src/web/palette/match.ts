export interface Command {
  readonly id: string
  readonly title: string
  readonly group: string
  /** Words that find it besides the title. */
  readonly also?: string
}

export interface Match<C extends Command> {
  readonly command: C
  /** Ranges of the title that matched, to be shown in bold. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/**
 * Commands that fit what was typed, best first. Every word must be found: at the start of a word of the title best,
 * then anywhere in it, then as letters in order, then among the other words. Equal ones keep their order.
 */
export function match<C extends Command>(query: string, commands: readonly C[]): Match<C>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return commands.map(command => ({ command, ranges: [] }))
  return commands
    .flatMap(command => {
      const found = words.map(word => find(word, command))
      if (found.some(one => one === undefined)) return []
      const hits = found.filter(one => one !== undefined)
      return [{ command, ranges: merged(hits.flatMap(hit => hit.ranges)), score: sum(hits.map(hit => hit.score)) }]
    })
    .sort((one, other) => other.score - one.score)
    .map(({ command, ranges }) => ({ command, ranges }))
}

/** The group of the best match first, each group together under one heading. */
export function byGroup<C extends Command>(matches: readonly Match<C>[]): Match<C>[] {
  return [...Map.groupBy(matches, ({ command }) => command.group).values()].flat()
}

interface Hit {
  readonly score: number
  readonly ranges: readonly (readonly [number, number])[]
}

function find(word: string, { title, also }: Command): Hit | undefined {
  const low = title.toLowerCase()
  const starts = low.startsWith(word) ? 0 : low.search(new RegExp(`[^a-z0-9]${escaped(word)}`)) + 1
  if (starts > 0 || low.startsWith(word))
    return { score: starts === 0 ? 5 : 4, ranges: [[starts, starts + word.length]] }
  const inside = low.indexOf(word)
  if (inside >= 0) return { score: 3, ranges: [[inside, inside + word.length]] }
  if (also?.toLowerCase().includes(word)) return { score: 2, ranges: [] }
  return word.length > 1 ? lettersInOrder(word, low) : undefined
}

function lettersInOrder(word: string, low: string): Hit | undefined {
  const ranges: [number, number][] = []
  let at = 0
  for (const letter of word) {
    const next = low.indexOf(letter, at)
    if (next < 0) return undefined
    ranges.push([next, next + 1])
    at = next + 1
  }
  return { score: 1, ranges }
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
