import type { LineEvent } from '../../../../runs/model.ts'

/** Where a line came from; notes are Furrow's own. */
export type LineLevel = 'stdout' | 'stderr' | 'progress' | 'note'

export interface LogLine {
  /** Counted from 1. */
  readonly n: number
  /** Milliseconds since the epoch; 0 when nobody knows. */
  readonly t: number
  readonly level: LineLevel
  readonly text: string
  /** What it is beyond its text. */
  readonly event?: LineEvent
}

/** A file that a run attached, as the line says at which it did. */
export type AttachedLine = Extract<LineEvent, { type: 'attachment' }>

export const LINES_PER_PAGE = 1_000

/** Beyond a million lines the pages farthest from where the reader is are let go and fetched again on demand. */
const MOST_PAGES = 1_000

/** Lines that the server no longer has: the middle of a log that grew too long. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** The lines of a log that this browser holds, in pages; the rest is known only by its count. */
export class LogLines {
  total = 0
  gap: Gap | undefined
  readonly #pages = new Map<number, (LogLine | undefined)[]>()
  readonly #full = new Set<number>()

  /** Lines may come in any order and more than once. */
  add(lines: readonly LogLine[]): void {
    for (const line of lines) {
      const page = this.#pages.get(linePageOf(line.n)) ?? this.#open(line.n)
      page[(line.n - 1) % LINES_PER_PAGE] = line
      if (line.n > this.total) this.total = line.n
    }
  }

  at(n: number): LogLine | undefined {
    return this.#pages.get(linePageOf(n))?.[(n - 1) % LINES_PER_PAGE]
  }

  /** First lines of the stretches of at most a page between two lines that are not held. */
  missing(from: number, to: number): number[] {
    const first = Math.max(1, from)
    const last = Math.min(to, this.total)
    const starts: number[] = []
    for (let page = linePageOf(first); last >= first && page <= linePageOf(last); page++) {
      if (this.#isGone(page)) page = linePageOf(this.gap?.to ?? last) - 1
      else if (!this.#holds(page, first, last)) starts.push(page * LINES_PER_PAGE + 1)
    }
    return starts
  }

  isWhole(): boolean {
    return this.missing(1, this.total).length === 0
  }

  /** Every page that is held, in order. */
  pages(): { readonly page: number; readonly lines: readonly (LogLine | undefined)[] }[] {
    return [...this.#pages].map(([page, lines]) => ({ page, lines })).sort((one, other) => one.page - other.page)
  }

  isGone(n: number): boolean {
    return this.gap !== undefined && n >= this.gap.from && n <= this.gap.to
  }

  /** The whole page lies in the gap, and not at its end. */
  #isGone(page: number): boolean {
    return this.isGone(page * LINES_PER_PAGE + 1) && linePageOf(this.gap?.to ?? 0) > page
  }

  #holds(page: number, from: number, to: number): boolean {
    if (this.#full.has(page)) return true
    const lines = this.#pages.get(page)
    if (lines === undefined) return false
    const first = Math.max(0, from - 1 - page * LINES_PER_PAGE)
    const last = Math.min(LINES_PER_PAGE - 1, to - 1 - page * LINES_PER_PAGE)
    for (let at = first; at <= last; at++)
      if (lines[at] === undefined && !this.isGone(page * LINES_PER_PAGE + at + 1)) return false
    if (last - first === LINES_PER_PAGE - 1) this.#full.add(page)
    return true
  }

  #open(n: number): (LogLine | undefined)[] {
    const page = linePageOf(n)
    if (this.#pages.size >= MOST_PAGES) this.#forget(farthest(this.#pages.keys(), page))
    const fresh: (LogLine | undefined)[] = []
    this.#pages.set(page, fresh)
    return fresh
  }

  #forget(page: number): void {
    this.#pages.delete(page)
    this.#full.delete(page)
  }
}

/** A note is followed by a line that is not the next: what lies between was cut out. */
export function jumpIn(lines: readonly LogLine[]): Gap | undefined {
  const at = lines.findIndex((line, index) => line.level === 'note' && (lines[index + 1]?.n ?? 0) > line.n + 1)
  const [note, after] = [lines[at], lines[at + 1]]
  return note === undefined || after === undefined ? undefined : { from: note.n + 1, to: after.n - 1 }
}

export function linePageOf(n: number): number {
  return Math.floor((n - 1) / LINES_PER_PAGE)
}

function farthest(pages: Iterable<number>, from: number): number {
  let result = from
  for (const page of pages) if (Math.abs(page - from) > Math.abs(result - from)) result = page
  return result
}
