import { type FileHandle, open } from 'node:fs/promises'
import { END, type LogEntry, parseEntry } from './entry.ts'
import { type Cursor, listSegments, type Segment } from './segments.ts'

export interface LogPage {
  readonly entries: readonly LogEntry[]
  /** Where to go on. It stays good while the log grows, is cut, and after it was closed. */
  readonly next: Cursor
  /** The log was closed and this page reaches its end. */
  readonly ended: boolean
}

const PAGE = 256 * 2 ** 10
const LF = 0x0a

/** What a run has put out from a place on: at most about `size` bytes, at least one entry if there is one. */
export async function readLog(folder: string, from: Cursor, size = PAGE): Promise<LogPage> {
  const segments = await listSegments(folder)
  const index = segments.findLastIndex(segment => segment.offset <= from.offset)
  const segment = segments[index]
  const bytes = segment === undefined ? undefined : await readLines(segment, from.offset - segment.offset, size)
  if (bytes === undefined) return { entries: [], next: from, ended: false }
  if (bytes.length > 0) return decode(bytes, from)
  const following = segments[index + 1]
  return following === undefined ? { entries: [], next: from, ended: false } : goOn(folder, { from, following, size })
}

interface Step {
  readonly from: Cursor
  readonly following: Segment
  readonly size: number
}

/** The next file begins where this one ends, or later: then what lay between is gone. */
async function goOn(folder: string, { from, following, size }: Step): Promise<LogPage> {
  const page = await readLog(folder, { offset: following.offset, line: following.line }, size)
  if (following.offset === from.offset) return page
  return { ...page, entries: [{ kind: 'cut', line: from.line, lines: following.line - from.line }, ...page.entries] }
}

/** The end mark is not passed over, so that whoever comes back to the end is told again. */
function decode(bytes: Buffer, from: Cursor): LogPage {
  const texts = bytes.toString().split('\n').slice(0, -1)
  const ended = texts.at(-1) === END
  const entries = (ended ? texts.slice(0, -1) : texts).map((text, index) => parseEntry(text, from.line + index))
  const offset = from.offset + bytes.length - (ended ? END.length + 1 : 0)
  return { entries, ended, next: { offset, line: from.line + entries.length } }
}

/** Complete lines only; a file that was deleted meanwhile gives nothing, and so the one after it is read. */
async function readLines(segment: Segment, position: number, size: number): Promise<Buffer> {
  let file: FileHandle
  try {
    file = await open(segment.path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
  try {
    return await readWhole(file, position, size)
  } finally {
    await file.close()
  }
}

async function readWhole(file: FileHandle, position: number, size: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(size)
  const { bytesRead } = await file.read(buffer, 0, size, position)
  const end = buffer.subarray(0, bytesRead).lastIndexOf(LF)
  if (end === -1 && bytesRead === size) return readWhole(file, position, size * 2)
  return buffer.subarray(0, end + 1)
}
