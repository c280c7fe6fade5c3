import { count } from '../../../parts/text/time.ts'

/** What a screen reader is told while a log grows, at most every two seconds; nothing new, nothing said. */
export function summary(before: LineCounts, now: LineCounts): string | undefined {
  const lines = now.lines - before.lines
  if (lines <= 0) return undefined
  const stderr = now.stderr - before.stderr
  return `${count(lines, 'new line')}${stderr > 0 ? `, ${stderr.toLocaleString('en')} of them on stderr` : ''}`
}

export interface LineCounts {
  readonly lines: number
  readonly stderr: number
}
