import { tokenize } from './tokenize.ts'

const LENGTH = 280

/** The part of a text where most of the query's terms stand together; the head when none does. */
export function passageOf(text: string, terms: ReadonlySet<string>): string {
  if (text.length <= LENGTH) return text
  const hits = tokenize(text).filter(({ term }) => terms.has(term))
  const best = densest(hits)
  if (best === undefined) return `${text.slice(0, LENGTH).trimEnd()} ...`
  const spare = Math.max(0, LENGTH - (best.end - best.start))
  const start = wordStart(text, Math.max(0, best.start - Math.floor(spare / 3)))
  const end = Math.min(text.length, start + LENGTH)
  return `${start > 0 ? '... ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' ...' : ''}`
}

interface Span {
  readonly start: number
  readonly end: number
}

/** The window with the most distinct terms, by two pointers. */
function densest(hits: readonly { term: string; start: number; end: number }[]): Span | undefined {
  const counts = new Map<string, number>()
  let [from, most] = [0, 0]
  let best: Span | undefined
  for (const hit of hits) {
    counts.set(hit.term, (counts.get(hit.term) ?? 0) + 1)
    for (let first = hits[from]; first !== undefined && hit.end - first.start > LENGTH; first = hits[from]) {
      const left = (counts.get(first.term) ?? 1) - 1
      if (left === 0) counts.delete(first.term)
      else counts.set(first.term, left)
      from += 1
    }
    const first = hits[from]
    if (first === undefined || counts.size <= most) continue
    most = counts.size
    best = { start: first.start, end: hit.end }
  }
  return best
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space === -1 || space - at > 30 ? at : space + 1
}
