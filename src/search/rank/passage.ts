import { type Token, tokenize, wordAround } from '../words/tokenize.ts'

const LENGTH = 280
/** A text with letters beyond ASCII is read word by word, up to here. */
const MOST_READ = 20_000

/**
 * The tokens of a text whose term is wanted. A long text is not taken apart for it: only words that begin as a wanted
 * term does, or contain it, are looked at.
 */
export function foundIn(text: string, terms: ReadonlySet<string>): Token[] {
  if (terms.size === 0 || text === '') return []
  if (/[^\x00-\x7f]/.test(text)) return tokenize(text.slice(0, MOST_READ)).filter(({ term }) => terms.has(term))
  const pattern = patternFor(terms)
  pattern.lastIndex = 0
  const found: Token[] = []
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { start, end } = wordAround(text, match.index)
    pattern.lastIndex = end
    for (const token of tokenize(text.slice(start, end)))
      if (terms.has(token.term)) found.push({ ...token, start: start + token.start, end: start + token.end })
  }
  return found
}

const patterns = new WeakMap<ReadonlySet<string>, RegExp>()

/** One for all texts that the same terms are looked for in. */
function patternFor(terms: ReadonlySet<string>): RegExp {
  const pattern = patterns.get(terms) ?? new RegExp([...terms].map(beginningOf).join('|'), 'gi')
  patterns.set(terms, pattern)
  return pattern
}

/** A stem is not always the beginning of its word (`filing` is `file`), but all except its last letters are. */
function beginningOf(term: string): string {
  const kept = term.length > 4 ? term.slice(0, -2) : term.length > 2 ? term.slice(0, -1) : term
  return kept.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The part of a text where most of the wanted terms stand together; the head when none does. */
export function densestPassage(text: string, found: readonly Token[]): string {
  if (text.length <= LENGTH) return text
  const best = densest(found)
  if (best === undefined) return `${text.slice(0, LENGTH).trimEnd()} ...`
  const spare = Math.max(0, LENGTH - (best.end - best.start))
  const start = wordStart(text, Math.max(0, best.start - Math.floor(spare / 3)))
  const end = Math.min(text.length, start + LENGTH)
  return `${start > 0 ? '... ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' ...' : ''}`
}

interface TextSpan {
  readonly start: number
  readonly end: number
}

/** The window with the most distinct terms, by two pointers. */
function densest(hits: readonly Token[]): TextSpan | undefined {
  const counts = new Map<string, number>()
  let [from, most] = [0, 0]
  let best: TextSpan | undefined
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
