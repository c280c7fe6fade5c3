import { type FileHandle, open } from 'node:fs/promises'
import type { RunLine } from '../model.ts'
import { lineEventOf } from '../protocol/line-event.ts'
import { END, type OutputEntry } from './entry.ts'
import { readRunLog } from './reader.ts'
import { BEGIN, type Cursor, listSegments, type OutputSegment } from './segments.ts'

/** A page is never larger than this, however long its lines are. */
const PAGE_BYTES = 2 ** 20
const CHUNK = 256 * 2 ** 10
const LF = 0x0a

/** Some lines of a log from a line number on; fewer than asked for when they are long, cut, or not there. */
export async function readLines(folder: string, { from, count }: { from: number; count: number }): Promise<RunLine[]> {
  const lines: RunLine[] = []
  let bytes = 0
  let next = await cursorAt(folder, from)
  while (lines.length < count && bytes < PAGE_BYTES) {
    const page = await readRunLog(folder, next)
    if (page.empty) break
    for (const line of page.entries.map(toLine)) {
      if (line.n < from) continue
      if (lines.length >= count || (bytes > 0 && bytes + line.text.length > PAGE_BYTES)) return lines
      bytes += line.text.length
      lines.push(line)
    }
    next = page.next
  }
  return lines
}

export function toLine(entry: OutputEntry): RunLine {
  if (entry.kind === 'cut')
    return { n: entry.line, t: 0, level: 'note', text: `[${entry.lines} lines were cut here: the log is full]` }
  const { line, time, level, text, continued, open, detail } = entry
  const event = detail === undefined && level !== 'progress' ? undefined : lineEventOf(entry)
  return {
    n: line,
    t: time,
    level,
    text,
    ...(continued && { continued: true }),
    ...(open && { open: true }),
    ...(event && { event }),
  }
}

/** A line as the program wrote it: one that goes on has no line break yet. */
export function asWritten({ text, open }: RunLine): string {
  return open === true ? text : `${text}\n`
}

/** The place where a line begins; past the end of the log, the end of it. */
export async function cursorAt(folder: string, line: number): Promise<Cursor> {
  const segments = await listSegments(folder)
  const segment = segments.findLast(each => each.line <= line)
  return segment === undefined ? BEGIN : walk(segment, line)
}

/** The number of the last line that is complete. */
export async function lastLine(folder: string): Promise<number> {
  const last = (await listSegments(folder)).at(-1)
  return last === undefined ? 0 : (await walk(last, Number.POSITIVE_INFINITY)).line - 1
}

/** The lines that are missing in the middle. */
export async function gapIn(folder: string): Promise<{ from: number; to: number } | undefined> {
  const segments = await listSegments(folder)
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    const { line } = await walk(segment, Number.POSITIVE_INFINITY)
    const next = segments[index + 1]
    if (next !== undefined && next.line !== line) return { from: line, to: next.line - 1 }
  }
  return undefined
}

/** Counts line breaks from the beginning of a file up to a line, in memory that does not depend on the file. */
async function walk(segment: OutputSegment, line: number): Promise<Cursor> {
  const file = await openQuietly(segment.path)
  if (file === undefined) return segment
  try {
    return await count(file, segment, line)
  } finally {
    await file.close()
  }
}

const MARK = `${END}\n`

async function count(file: FileHandle, segment: OutputSegment, line: number): Promise<Cursor> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  const at = { position: 0, line: segment.line, complete: 0 }
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK, at.position)
    if (bytesRead === 0) break
    for (
      let end = buffer.indexOf(LF);
      end !== -1 && end < bytesRead && at.line < line;
      end = buffer.indexOf(LF, end + 1)
    ) {
      at.line += 1
      at.complete = at.position + end + 1
    }
    if (at.line >= line) break
    at.position += bytesRead
  }
  if (!(await endsWithMark(file, at.complete))) return { offset: segment.offset + at.complete, line: at.line }
  return { offset: segment.offset + at.complete - MARK.length, line: at.line - 1 }
}

/** The mark of a closed log is no line, and is not passed over: whoever reads on from there is told of the end. */
async function endsWithMark(file: FileHandle, size: number): Promise<boolean> {
  const length = Math.min(size, MARK.length + 1)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return `\n${buffer.toString()}`.endsWith(`\n${MARK}`)
}

async function openQuietly(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
