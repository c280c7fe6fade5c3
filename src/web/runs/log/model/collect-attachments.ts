import { LINES_PER_PAGE, type LogLine, type LogLines } from './log-lines.ts'

/**
 * The numbers of all lines that a rule picks, kept up to date while lines arrive: each line is looked at once, and a
 * page that is let go keeps its numbers.
 */
export class Collected {
  readonly #rule: (line: LogLine) => boolean
  readonly #pages = new Map<number, { seen: Uint8Array; left: number; found: number[] }>()
  #numbers: readonly number[] = []

  constructor(rule: (line: LogLine) => boolean) {
    this.#rule = rule
  }

  update(lines: LogLines): readonly number[] {
    let changed = false
    for (const { page, lines: held } of lines.pages()) if (this.#scan(page, held)) changed = true
    if (changed) this.#numbers = this.#flat()
    return this.#numbers
  }

  #scan(page: number, held: readonly (LogLine | undefined)[]): boolean {
    const known = this.#pages.get(page) ?? { seen: new Uint8Array(LINES_PER_PAGE), left: LINES_PER_PAGE, found: [] }
    this.#pages.set(page, known)
    let found = false
    if (known.left === 0) return found
    for (let at = 0; at < held.length; at++) {
      const line = held[at]
      if (line === undefined || known.seen[at] === 1) continue
      known.seen[at] = 1
      known.left--
      if (!this.#rule(line)) continue
      known.found.push(line.n)
      found = true
    }
    if (found) known.found.sort((one, other) => one - other)
    return found
  }

  #flat(): number[] {
    return [...this.#pages].sort(([one], [other]) => one - other).flatMap(([, { found }]) => found)
  }
}

/** Index of the first number that is not below `n`, in ascending numbers. */
export function firstIndexFrom(numbers: readonly number[], n: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < n) low = middle + 1
    else high = middle
  }
  return low
}
