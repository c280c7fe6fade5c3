import { withoutAnsi } from './ansi.ts'

export type Ranges = readonly (readonly [from: number, to: number])[]

/** Small letters find both cases; a capital means it. Nothing typed gives no finder. */
export function finder(query: string): ((text: string) => Ranges) | undefined {
  if (query === '') return undefined
  const exact = query !== query.toLowerCase()
  return text => {
    const where = exact ? withoutAnsi(text) : withoutAnsi(text).toLowerCase()
    const ranges: [number, number][] = []
    for (let at = where.indexOf(query); at >= 0; at = where.indexOf(query, at + query.length))
      ranges.push([at, at + query.length])
    return ranges
  }
}

/** The match after or before a line, going round at the ends. */
export function step(matches: readonly number[], from: number | undefined, by: 1 | -1): number | undefined {
  if (matches.length === 0) return undefined
  if (from === undefined) return by > 0 ? matches[0] : matches.at(-1)
  return by > 0 ? (matches.find(n => n > from) ?? matches[0]) : (matches.findLast(n => n < from) ?? matches.at(-1))
}
