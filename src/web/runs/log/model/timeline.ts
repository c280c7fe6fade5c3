import { LINES_PER_PAGE, type LogLine, type LogLines } from './log-lines.ts'

export interface Bucket {
  /** The first line of this stretch of time; a stretch without lines points at the next. */
  readonly line: number
  readonly lines: number
  readonly stderr: number
}

/** A hundred lines in a row, counted once: a growing log is not counted anew from its beginning. */
interface LineChunk {
  readonly line: number
  readonly t: number
  readonly lines: number
  readonly stderr: number
}

type LinePage = readonly (LogLine | undefined)[]

const CHUNK = 100
const chunksOfFullPages = new WeakMap<LinePage, LineChunk[]>()

/** How much was said when: the time from first to last line in equal stretches. Short logs are told line by line. */
export function timeline(log: LogLines, parts: number): Bucket[] {
  const chunks = log.pages().flatMap(({ lines }) => chunksIn(lines, log.total > 20 * parts ? CHUNK : 1))
  const first = chunks[0]
  const last = chunks.at(-1)
  if (first === undefined || last === undefined) return []
  const span = Math.max(1, last.t - first.t)
  const buckets = Array.from({ length: parts }, () => ({ line: 0, lines: 0, stderr: 0 }))
  for (const chunk of chunks) {
    const at = Math.min(parts - 1, Math.max(0, Math.floor(((chunk.t - first.t) / span) * parts)))
    const bucket = buckets[at]
    if (bucket === undefined) continue
    if (bucket.lines === 0) bucket.line = chunk.line
    bucket.lines += chunk.lines
    bucket.stderr += chunk.stderr
  }
  return pointedOn(buckets, last.line)
}

/** Height of a bar between 0 and 1; a few lines stay visible beside thousands. */
export function height(lines: number, most: number): number {
  return lines === 0 ? 0 : Math.max(0.08, Math.log1p(lines) / Math.log1p(most))
}

function chunksIn(page: LinePage, size: number): LineChunk[] {
  const known = size === CHUNK ? chunksOfFullPages.get(page) : undefined
  if (known !== undefined) return known
  const lines = page.filter(line => line !== undefined && line.t > 0) as LogLine[]
  const chunks: LineChunk[] = []
  for (let at = 0; at < lines.length; at += size) {
    const some = lines.slice(at, at + size)
    const [{ n = 0, t = 0 } = {}] = some
    chunks.push({ line: n, t, lines: some.length, stderr: some.filter(line => line.level === 'stderr').length })
  }
  if (size === CHUNK && page.length === LINES_PER_PAGE && lines.length === LINES_PER_PAGE)
    chunksOfFullPages.set(page, chunks)
  return chunks
}

function pointedOn(buckets: { line: number; lines: number; stderr: number }[], last: number): Bucket[] {
  let next = last
  for (const bucket of buckets.toReversed()) {
    if (bucket.line === 0) bucket.line = next
    next = bucket.line
  }
  return buckets
}
