import type { SymbolSpan } from './outline.ts'

/** A run of lines that is found and cited as one. Lines count from 1, both are included. */
export interface Chunk {
  readonly first: number
  readonly last: number
  /** The functions, classes or headings that begin in it or that it belongs to, outermost first. */
  readonly symbols: readonly string[]
}

/** What was measured to find and to read best; a change of them is a new version of the index. */
export interface ChunkSizes {
  /** Pieces are joined while they stay within this. */
  readonly joined: number
  /** Longer pieces are split into parts of about this. */
  readonly longest: number
}

export const CHUNK_SIZES: ChunkSizes = { joined: 24, longest: 60 }

/** Cuts where symbols begin and end; then joins small neighbours and splits what is long. No line is lost. */
export function chunksOf(lines: readonly string[], spans: readonly SymbolSpan[], sizes = CHUNK_SIZES): Chunk[] {
  const pieces = piecesOf(lines, spans).flatMap(piece => split(piece, lines, sizes.longest))
  return join(pieces, sizes.joined).flatMap(piece => trimmed(piece, lines))
}

/** From 0, the end excluded. */
interface CodeSpan {
  readonly from: number
  readonly to: number
  readonly names: readonly string[]
  /** It is a part of a long symbol. */
  readonly isPart?: boolean
}

function piecesOf(lines: readonly string[], spans: readonly SymbolSpan[]): CodeSpan[] {
  const starts = new Map<number, SymbolSpan>()
  const cuts = new Set([0, lines.length])
  for (const span of spans) {
    const from = withComment(lines, span.first)
    cuts.add(from)
    cuts.add(Math.min(span.last + 1, lines.length))
    if (!starts.has(from)) starts.set(from, span)
  }
  const places = [...cuts].sort((a, b) => a - b)
  const open: SymbolSpan[] = []
  return places.slice(0, -1).flatMap((from, at) => {
    const to = places[at + 1] ?? lines.length
    const begun = starts.get(from)
    while ((open.at(-1)?.last ?? Number.POSITIVE_INFINITY) < from) open.pop()
    if (begun !== undefined) open.push(begun)
    const around = open.at(-1)
    return to === from ? [] : [{ from, to, names: around?.names ?? [] }]
  })
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!include|define|if|endif|else|pragma|import|region)|--|@|;;)/

/** What is written right above a symbol is about it. */
function withComment(lines: readonly string[], first: number): number {
  let from = first
  while (from > 0 && COMMENT.test(lines[from - 1] ?? '')) from -= 1
  return from
}

/** At an empty line near the end of each part, where there is one. */
function split(piece: CodeSpan, lines: readonly string[], longest: number): CodeSpan[] {
  const parts: CodeSpan[] = []
  let { from } = piece
  while (piece.to - from > longest) {
    let to = from + longest
    for (let at = to; at > from + longest / 2; at -= 1)
      if ((lines[at - 1] ?? '').trim() === '') {
        to = at
        break
      }
    parts.push({ ...piece, from, to, isPart: true })
    from = to
  }
  return [...parts, { ...piece, from, isPart: parts.length > 0 }]
}

function join(pieces: readonly CodeSpan[], most: number): CodeSpan[] {
  const joined: CodeSpan[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last !== undefined && piece.to - last.from <= most && !(last.isPart && bringsNames(piece, last)))
      joined[joined.length - 1] = { ...last, to: piece.to, names: [...new Set([...last.names, ...piece.names])] }
    else joined.push(piece)
  }
  return joined
}

/** The end of a long function is cited with its beginning, and not with the function below it. */
function bringsNames(piece: CodeSpan, to: CodeSpan): boolean {
  return piece.names.some(name => !to.names.includes(name))
}

/** Without the empty lines around it; what is empty is nothing. */
function trimmed({ from, to, names }: CodeSpan, lines: readonly string[]): Chunk[] {
  let [first, last] = [from, to]
  while (first < last && (lines[first] ?? '').trim() === '') first += 1
  while (last > first && (lines[last - 1] ?? '').trim() === '') last -= 1
  return first === last ? [] : [{ first: first + 1, last, symbols: names }]
}
