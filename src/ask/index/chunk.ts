/** A run of lines that is found and cited as one. Lines count from 1, both are included. */
export interface Chunk {
  readonly first: number
  readonly last: number
  /** The functions, classes or headings that begin in it or that it belongs to, outermost first. */
  readonly symbols: readonly string[]
}

const LINES = 40

export function chunksOf(text: string): Chunk[] {
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const chunks: Chunk[] = []
  for (let first = 1; first <= count; first += LINES)
    chunks.push({ first, last: Math.min(count, first + LINES - 1), symbols: [] })
  return chunks
}
