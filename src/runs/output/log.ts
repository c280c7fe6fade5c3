import { mkdirSync } from 'node:fs'
import type { Masker } from '../mask/masker.ts'
import { type Batch, createBatcher, type StampedSink } from './batch.ts'
import { END, entryHeadOf, type LogLevel } from './entry.ts'
import { createLineSplitter, type LineSplitter } from './lines.ts'
import { openFiles } from './output-files.ts'
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

/** Settles when there is room for more, so that a fast program waits for the disk; nothing where there is room. */
export type LogRoom = Promise<void> | undefined

/** Takes the bytes of one stream. */
export interface LogChannel {
  write(chunk: Buffer): LogRoom
}

export interface LogWriter {
  /** One for each stream: what is held back of one does not wait for another. */
  channel(level: LogLevel): LogChannel
  /** For texts that come one by one, as events: what comes at once is written at once. */
  channelOfEvents(level: LogLevel): LogChannel
  /** Text of our own: what was done to the run, its progress. */
  add(level: LogLevel, text: string, detail?: string): LogRoom
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
const NOTHING = Buffer.alloc(0)

export async function openLog(options: LogOptions): Promise<LogWriter> {
  const { folder, masker, cap = LOG_CAP, lineCap, idleMs = 200, now = Date.now } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = await openFiles(folder, cap)
  const batcher = createBatcher(Math.min(BATCH, cap / 16))
  const flushes: (() => void)[] = []
  let soon: NodeJS.Immediate | undefined

  const writeNow = () => {
    clearImmediate(soon)
    soon = undefined
    return files.append(batcher.take())
  }
  const writeSoon = () => {
    if (batcher.isFull) return writeNow()
    soon ??= setImmediate(() => void writeNow())
    return undefined
  }

  function open(level: LogLevel, write: () => LogRoom): LogChannel {
    const mask = masker.stream()
    const sink = batcher.sinkOf(level)
    const splitter = createLineSplitter(sink, lineCap)
    let idle: NodeJS.Timeout | undefined
    const append = (bytes: Buffer, flush: boolean) => {
      clearTimeout(idle)
      sink.stamp(now())
      splitter.push(bytes)
      if (flush) splitter.flush()
      if (splitter.holds) idle = setTimeout(() => void after(NOTHING), idleMs)
    }
    const after = (bytes: Buffer) => {
      append(bytes, true)
      return writeNow()
    }
    flushes.push(() => append(mask.flush(), true))
    return {
      write(chunk) {
        append(mask.push(chunk), false)
        return write()
      },
    }
  }

  const added = new Map<LogLevel, { sink: StampedSink; splitter: LineSplitter }>()
  const addedTo = (level: LogLevel) => {
    const known = added.get(level)
    if (known !== undefined) return known
    const sink = batcher.sinkOf(level)
    const made = { sink, splitter: createLineSplitter(sink, lineCap) }
    added.set(level, made)
    return made
  }

  return {
    channel: level => open(level, writeNow),
    channelOfEvents: level => open(level, writeSoon),
    add(level, text, detail) {
      const { sink, splitter } = addedTo(level)
      sink.stamp(now(), detail)
      splitter.push(Buffer.from(`${masker.maskText(text).replace(/\n$/, '')}\n`))
      return writeSoon()
    },
    async close() {
      for (const flush of flushes) flush()
      await writeNow()
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
  const note = failure === undefined ? '' : `${entryHeadOf(time, 'note')}The output stops here: ${failure.message}\n`
  return { bytes: Buffer.from(`${note}${END}\n`), lines: failure === undefined ? 0 : 1, release: () => undefined }
}
