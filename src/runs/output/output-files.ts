import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Batch } from './batch.ts'
import { BEGIN, type Cursor, type OutputSegment, segmentAt } from './segments.ts'

/**
 * The files of one log. The first takes half of the cap and stays; what comes after goes through a chain of short ones
 * of which the oldest are deleted, so that the disk never holds more than the cap and nothing is ever moved.
 */
export interface LogFiles {
  /**
   * In the order of the calls. Settles when there is room for more. It does not reject: a log that cannot be written
   * ends, its run goes on.
   */
  append(batches: readonly Batch[]): Promise<void>
  /** Writes the last entries, if there is any room for them. */
  close(last: (failure: Error | undefined) => Batch): Promise<void>
  readonly failure: Error | undefined
  /** Where what has been written ends. */
  readonly end: Cursor
  /** Pieces of the tail have been dropped. */
  readonly cut: boolean
}

/** The tail is dropped piece by piece, so it is always nearly as long as it may be. */
const TAIL_PIECES = 8

/** Bytes that may wait for the disk before the program has to. */
const BACKLOG = 2 ** 20

export async function openFiles(folder: string, cap: number): Promise<LogFiles> {
  const chain = await openChain(folder, cap)
  let waiting: Batch[] = []
  let backlog = 0
  let failure: Error | undefined
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batches = waiting
      waiting = []
      if (failure === undefined) await guarded(() => chain.write(batches))
      for (const batch of batches) {
        backlog -= batch.bytes.length
        batch.release()
      }
    }
    draining = undefined
  }

  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
  }

  return {
    async append(batches) {
      waiting.push(...batches)
      backlog += sizeOf(batches)
      if (waiting.length > 0) draining ??= drain()
      if (backlog > BACKLOG) await draining
    },
    async close(last) {
      await draining
      const isEmpty = chain.end.offset === 0
      await guarded(() => chain.write([last(failure)]))
      // A log without a line has nothing that the disk could lose.
      if (!isEmpty) await guarded(() => chain.sync())
      await chain.close()
    },
    get failure() {
      return failure
    },
    get end() {
      return chain.end
    },
    get cut() {
      return chain.cut
    },
  }
}

interface OpenSegment extends OutputSegment {
  readonly handle: FileHandle
  readonly limit: number
  size: number
}

async function openChain(folder: string, cap: number) {
  const half = Math.ceil(cap / 2)
  const tail: OpenSegment[] = []
  let current = await create(folder, BEGIN, half)
  let next: Cursor = BEGIN
  let cut = false

  async function rotate(): Promise<void> {
    await current.handle.close()
    current = await create(folder, next, Math.ceil(half / TAIL_PIECES))
    tail.push(current)
  }

  async function dropOldest(): Promise<void> {
    while (tail.length > 1 && tail.reduce((sum, segment) => sum + segment.size, 0) > half) {
      cut = true
      await rm(tail.shift()?.path ?? '', { force: true })
    }
  }

  return {
    async write(batches: readonly Batch[]): Promise<void> {
      for (let at = 0; at < batches.length; ) {
        if (current.size > 0 && current.size + sizeOf(batches.slice(at, at + 1)) > current.limit) await rotate()
        const fitting = batches.slice(at, at + countFitting(batches, at, current.limit - current.size))
        await writeAll(current, fitting)
        await dropOldest()
        const lines = fitting.reduce((sum, batch) => sum + batch.lines, 0)
        next = { offset: next.offset + sizeOf(fitting), line: next.line + lines }
        at += fitting.length
      }
    },
    sync: () => current.handle.datasync(),
    close: () => current.handle.close(),
    get end() {
      return next
    },
    get cut() {
      return cut
    },
  }
}

async function create(folder: string, at: Cursor, limit: number): Promise<OpenSegment> {
  const segment = segmentAt(folder, at)
  return { ...segment, handle: await open(segment.path, 'ax', 0o600), limit, size: 0 }
}

/** How many batches, at least one, go into the room that is left. */
function countFitting(batches: readonly Batch[], from: number, room: number): number {
  let count = 1
  let size = sizeOf(batches.slice(from, from + 1))
  for (const batch of batches.slice(from + 1)) {
    size += batch.bytes.length
    if (size > room) break
    count++
  }
  return count
}

async function writeAll(segment: OpenSegment, batches: readonly Batch[]): Promise<void> {
  const size = sizeOf(batches)
  let written = 0
  try {
    written = (await segment.handle.writev(batches.map(batch => batch.bytes))).bytesWritten
    // A short write; the next attempt either goes on or says why it does not.
    const bytes = written < size ? joined(batches) : NOTHING
    while (written < size) written += (await segment.handle.write(bytes, written, size - written)).bytesWritten
    segment.size += size
  } catch (error) {
    // Half an entry would be read as another one, and the last words need a little room.
    segment.size +=
      joined(batches)
        .subarray(0, Math.max(0, written - LAST_WORDS))
        .lastIndexOf(LF) + 1
    await segment.handle.truncate(segment.size)
    throw error
  }
}

const NOTHING = Buffer.alloc(0)
const LF = 0x0a
const LAST_WORDS = 8192

function joined(batches: readonly Batch[]): Buffer {
  return Buffer.concat(batches.map(batch => batch.bytes))
}

function sizeOf(batches: readonly Batch[]): number {
  return batches.reduce((sum, batch) => sum + batch.bytes.length, 0)
}
