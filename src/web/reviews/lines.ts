import type { Output } from '../api/call.ts'

export type ReviewThreadDetail = Output<'review.list'>['threads'][number]

/** One line that can be commented. */
export interface ReviewLine {
  readonly kind: 'same' | 'added' | 'removed' | 'head'
  readonly text: string
  /** Of the text that is commented; a heading of a diff has none. */
  readonly line?: number
  /** The number on the other side of a diff. */
  readonly other?: number
}

export function documentLines(text: string): ReviewLine[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => ({ kind: 'same', text: line, line: index + 1 }))
}

export interface DiffFile {
  readonly path: string
  readonly lines: readonly ReviewLine[]
}

/** A patch as git writes it, file by file. A removed line is counted in the old text, every other in the new one. */
export function diffFiles(patch: string): DiffFile[] {
  const files: { path: string; lines: ReviewLine[] }[] = []
  let [oldLine, newLine, inHunk] = [0, 0, false]
  for (const text of patch.replace(/\n$/, '').split('\n')) {
    if (text.startsWith('diff --git ')) {
      files.push({ path: pathIn(text), lines: [] })
      inHunk = false
      continue
    }
    const lines = files.at(-1)?.lines
    if (lines === undefined) continue
    const [, from, to] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text) ?? []
    if (from !== undefined && to !== undefined) {
      ;[oldLine, newLine, inHunk] = [Number(from), Number(to), true]
      lines.push({ kind: 'head', text })
    } else if (!inHunk || text.startsWith('\\')) continue
    else if (text.startsWith('-')) lines.push({ kind: 'removed', text: text.slice(1), line: oldLine++ })
    else if (text.startsWith('+')) lines.push({ kind: 'added', text: text.slice(1), line: newLine++ })
    else lines.push({ kind: 'same', text: text.slice(1), line: newLine++, other: oldLine++ })
  }
  return files
}

/** How many of the first files have at most so many lines together; always one. */
export function firstFiles(files: readonly DiffFile[], mostLines: number): number {
  let lines = 0
  const over = files.findIndex((file, index) => {
    lines += file.lines.length
    return index > 0 && lines > mostLines
  })
  return over === -1 ? files.length : over
}

function pathIn(head: string): string {
  return /^diff --git "?a\/(?:.*)"? "?b\/(.*?)"?$/.exec(head)?.[1] ?? head
}

/** The line that can be commented, so many further down or up; the last one in that direction where there are fewer. */
export function lineFrom(lines: readonly ReviewLine[], index: number, by: number): number {
  const step = Math.sign(by)
  let found = index
  for (let at = index + step; at >= 0 && at < lines.length; at += step) {
    if (lines[at]?.line === undefined) continue
    found = at
    if (Math.abs(at - index) >= Math.abs(by)) break
  }
  return found
}

export function sideOf({ kind }: ReviewLine): 'old' | 'new' {
  return kind === 'removed' ? 'old' : 'new'
}

export interface ThreadPlacement {
  /** By the index of the line that each comes after. */
  readonly at: ReadonlyMap<number, readonly ReviewThreadDetail[]>
  /** Those whose lines are not among these. */
  readonly elsewhere: readonly ReviewThreadDetail[]
}

/** Where threads are shown among some lines: after the last line that each is about. */
export function placeThreads(threads: readonly ReviewThreadDetail[], lines: readonly ReviewLine[]): ThreadPlacement {
  const at = new Map<number, ReviewThreadDetail[]>()
  const elsewhere: ReviewThreadDetail[] = []
  for (const thread of threads) {
    const index = thread.standing === 'current' || thread.standing === 'moved' ? indexOf(thread, lines) : -1
    if (index === -1) elsewhere.push(thread)
    else at.set(index, [...(at.get(index) ?? []), thread])
  }
  return { at, elsewhere }
}

function indexOf({ end_line, quote, run, side = 'new' }: ReviewThreadDetail, lines: readonly ReviewLine[]): number {
  const last = quote.split('\n').at(-1)
  return lines.findIndex(
    line => line.line === end_line && (run === undefined || (line.text === last && sideOf(line) === side)),
  )
}

/** The lines from one to another, as they are quoted; nothing when they are not all of one text. */
export function quoteOf(lines: readonly ReviewLine[], from: number, to: number): string | undefined {
  const chosen = lines.slice(from, to + 1)
  const first = chosen[0]
  if (first?.line === undefined) return undefined
  const { line: start } = first
  const isOne = chosen.every((line, index) => line.line === start + index && sideOf(line) === sideOf(first))
  return isOne ? chosen.map(({ text }) => text).join('\n') : undefined
}

export function openCount(threads: readonly ReviewThreadDetail[]): number {
  return threads.filter(({ state }) => state === 'open').length
}
