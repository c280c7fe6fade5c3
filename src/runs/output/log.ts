import { mkdirSync } from 'node:fs'
import type { Masker } from '../mask/masker.ts'
import { type Batch, createBatcher } from './batch.ts'
import { END, headOf, type LogLevel } from './entry.ts'
import { openFiles } from './files.ts'
import { createLineSplitter } from './lines.ts'
import type { Cursor } from './segments.ts'

export interface LogOptions {
  /** A folder of the log's own; made when it is not there. */
  readonly folder: string
  readonly masker: Masker
  /** Bytes on disk; beyond it the head and the tail are kept. */
  readonly cap?: number
  readonly lineCap?: number
  /** How long a line that is not finished, a question or a row of dots, is waited for before it is shown. */
  readonly idleMs?: number
  readonly now?: () => number
}

/** Takes the bytes of one stream. Settles when there is room for more, so that a fast program waits for the disk. */
export interface LogChannel {
  write(chunk: Buffer): Promise<void>
}

export interface LogWriter {
  /** One for each stream: what is held back of one does not wait for another. */
  channel(level: LogLevel): LogChannel
  /** Text of our own: what was done to the run, its progress. */
  add(level: LogLevel, text: string, detail?: string): Promise<void>
  /** Why nothing is written any more, when the disk failed. */
  readonly failure: Error | undefined
  /** Where what has been written ends. */
  readonly end: Cursor
  /** Lines of the middle are no longer kept. */
  readonly cut: boolean
  /** Writes what the channels still hold, then the mark by which readers know the end. */
  close(): Promise<void>
}

export const LOG_CAP = 16 * 2 ** 20
const BATCH = 64 * 2 ** 10
const SHORT = 256
const NOTHING = Buffer.alloc(0)

export async function openLog(options: LogOptions): Promise<LogWriter> {
  const { folder, masker, cap = LOG_CAP, lineCap, idleMs = 200, now = Date.now } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = await openFiles(folder, cap)
  const flushes: (() => Promise<void>)[] = []

  function channel(level: LogLevel): LogChannel {
    const mask = masker.stream()
    const batcher = createBatcher(level, Math.min(BATCH, cap / 16))
    const splitter = createLineSplitter(batcher, lineCap)
    let idle: NodeJS.Timeout | undefined
    const append = (bytes: Buffer, flush: boolean) => {
      clearTimeout(idle)
      batcher.stamp(now())
      splitter.push(bytes)
      if (flush) splitter.flush()
      if (splitter.holds) idle = setTimeout(append, idleMs, NOTHING, true)
      return files.append(batcher.take())
    }
    flushes.push(() => append(mask.flush(), true))
    return { write: chunk => append(mask.push(chunk), false) }
  }

  return {
    channel,
    add(level, text, detail) {
      const batcher = createBatcher(level, SHORT, detail)
      const splitter = createLineSplitter(batcher, lineCap)
      batcher.stamp(now())
      splitter.push(Buffer.from(`${masker.maskText(text).replace(/\n$/, '')}\n`))
      return files.append(batcher.take())
    },
    async close() {
      await Promise.all(flushes.map(flush => flush()))
      await files.close(failure => lastBatch(failure, now()))
    },
    get failure() {
      return files.failure
    },
    get end() {
      return files.end
    },
    get cut() {
      return files.cut
    },
  }
}

function lastBatch(failure: Error | undefined, time: number): Batch {
  const note = failure === undefined ? '' : `${headOf(time, 'note')}The output stops here: ${failure.message}\n`
  return { bytes: Buffer.from(`${note}${END}\n`), lines: failure === undefined ? 0 : 1, release: () => undefined }
}
