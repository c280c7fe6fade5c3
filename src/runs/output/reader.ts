import { type FileHandle, open } from 'node:fs/promises'
import { END, type LogCut, type OutputEntry, parseEntry } from './entry.ts'
import { type Cursor, listSegments, type OutputSegment } from './segments.ts'

/** A part of a log. Its bytes are good until the same reader reads on. */
export interface LogPage {
  /** Decoded when first asked for. */
  readonly entries: readonly OutputEntry[]
  /** The same one by one, for readers that keep none: all of a page at once are many times its size. */
  eachEntry(): Iterable<OutputEntry>
  /** The same as it is on disk, but for what was cut: `cut` comes before it. */
  readonly bytes: Buffer
  readonly cut: LogCut | undefined
  /** There is nothing new. */
  readonly empty: boolean
  /** Where to go on. It stays good while the log grows, is cut, and after it was closed. */
  readonly next: Cursor
  /** The log was closed and this page reaches its end. */
  readonly ended: boolean
}

const PAGE = 64 * 2 ** 10
const LF = 0x0a
const NOTHING = Buffer.alloc(0)
const MARK = `${END}\n`

/** What a run has put out from a place on: at most about `size` bytes, at least one entry if there is one. */
export async function readRunLog(folder: string, from: Cursor, size = PAGE): Promise<LogPage> {
  await using reader = new LogReader(folder, from, size)
  return await reader.read()
}

/** Reads a log from a place on, page by page, with one open file and one buffer. */
export class LogReader implements AsyncDisposable {
  readonly #folder: string
  #next: Cursor
  #buffer: Buffer
  #segment: OutputSegment | undefined
  #file: FileHandle | undefined

  constructor(folder: string, from: Cursor, size = PAGE) {
    this.#folder = folder
    this.#next = from
    this.#buffer = Buffer.allocUnsafe(size)
  }

  async read(): Promise<LogPage> {
    if (this.#file === undefined) await this.#openAt(segment => segment.offset <= this.#next.offset)
    const bytes = await this.#readLines()
    if (bytes.length > 0) return this.#page(bytes, undefined)
    const following = await this.#following()
    // One more look at this file: it may have grown before the next one was made.
    const more = following === undefined ? NOTHING : await this.#readLines()
    return following === undefined || more.length > 0 ? this.#page(more, undefined) : this.#goOn(following)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }

  /** The next file begins where this one ends, or later: then what lay between is gone. */
  async #goOn({ offset, line }: OutputSegment): Promise<LogPage> {
    const from = this.#next
    await this[Symbol.asyncDispose]()
    await this.#openAt(segment => segment.offset <= offset)
    const segment = this.#segment ?? { offset, line }
    this.#next = { offset: segment.offset, line: segment.line }
    const cut = segment.offset === from.offset ? undefined : cutOf(from, segment)
    return this.#page(await this.#readLines(), cut)
  }

  async #following(): Promise<OutputSegment | undefined> {
    const { offset } = this.#segment ?? { offset: -1 }
    return (await listSegments(this.#folder)).find(segment => segment.offset > offset)
  }

  /** The last file of that kind; one that is deleted meanwhile is passed over. */
  async #openAt(wanted: (segment: OutputSegment) => boolean): Promise<void> {
    for (;;) {
      const segment = (await listSegments(this.#folder)).findLast(wanted)
      this.#segment = segment
      this.#file = segment === undefined ? undefined : await openQuietly(segment.path)
      if (segment === undefined || this.#file !== undefined) return
    }
  }

  /** Complete lines only. */
  async #readLines(): Promise<Buffer> {
    if (this.#file === undefined || this.#segment === undefined) return NOTHING
    const position = this.#next.offset - this.#segment.offset
    const { bytesRead } = await this.#file.read(this.#buffer, 0, this.#buffer.length, position)
    const end = this.#buffer.subarray(0, bytesRead).lastIndexOf(LF)
    if (end === -1 && bytesRead === this.#buffer.length) {
      this.#buffer = Buffer.allocUnsafe(bytesRead * 2)
      return this.#readLines()
    }
    return this.#buffer.subarray(0, end + 1)
  }

  /** The end mark is not passed over, so that whoever comes back to the end is told again. */
  #page(whole: Buffer, cut: LogCut | undefined): LogPage {
    const ended = endsWithMark(whole)
    const bytes = ended ? whole.subarray(0, -MARK.length) : whole
    const { offset, line } = this.#next
    this.#next = { offset: offset + bytes.length, line: line + countLines(bytes) }
    const empty = bytes.length === 0 && cut === undefined
    return withEntries({ bytes, cut, next: this.#next, ended, empty }, line)
  }
}

function cutOf(from: Cursor, to: Cursor): LogCut {
  return { kind: 'cut', line: from.line, lines: to.line - from.line }
}

function withEntries(page: Omit<LogPage, 'entries' | 'eachEntry'>, firstLine: number): LogPage {
  let decoded: OutputEntry[] | undefined
  const eachEntry = () => decode(page, firstLine)
  return {
    ...page,
    eachEntry,
    get entries() {
      decoded ??= [...eachEntry()]
      return decoded
    },
  }
}

function* decode({ bytes, cut }: Pick<LogPage, 'bytes' | 'cut'>, firstLine: number): Generator<OutputEntry> {
  if (cut !== undefined) yield cut
  let line = firstLine
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LF, start)
    yield parseEntry(bytes.toString('utf8', start, end), line)
    start = end + 1
  }
}

function endsWithMark(bytes: Buffer): boolean {
  return (
    bytes.length >= MARK.length && `\n${bytes.toString('latin1', bytes.length - MARK.length - 1)}`.endsWith(`\n${MARK}`)
  )
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count += 1
  return count
}

async function openQuietly(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
