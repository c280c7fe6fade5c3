import type { LogLine } from './lines.ts'

export interface Bucket {
  /** The first line of this stretch of time; a stretch without lines points at the next. */
  readonly line: number
  readonly lines: number
  readonly stderr: number
}

/** How much was said when: the time from first to last line in equal stretches. */
export function timeline(lines: Iterable<LogLine>, parts: number): Bucket[] {
  const all = [...lines].filter(line => line.t > 0)
  const first = all[0]
  const last = all.at(-1)
  if (first === undefined || last === undefined) return []
  const span = Math.max(1, last.t - first.t)
  const buckets = Array.from({ length: parts }, () => ({ line: 0, lines: 0, stderr: 0 }))
  for (const line of all) {
    const at = Math.min(parts - 1, Math.max(0, Math.floor(((line.t - first.t) / span) * parts)))
    const bucket = buckets[at]
    if (bucket === undefined) continue
    if (bucket.lines === 0) bucket.line = line.n
    bucket.lines++
    if (line.level === 'stderr') bucket.stderr++
  }
  for (let at = parts - 1, next = last.n; at >= 0; at--) {
    const bucket = buckets[at]
    if (bucket === undefined) continue
    if (bucket.line === 0) bucket.line = next
    next = bucket.line
  }
  return buckets
}

/** Height of a bar between 0 and 1; a few lines stay visible beside thousands. */
export function height(lines: number, most: number): number {
  return lines === 0 ? 0 : Math.max(0.08, Math.log1p(lines) / Math.log1p(most))
}
