import { entryHeadOf, type LogLevel } from './entry.ts'
import type { LineSink } from './lines.ts'

/** Whole entries, ready to be appended. */
export interface Batch {
  readonly bytes: Buffer
  readonly lines: number
  /** Gives the memory back once it is written; a flood would else leave garbage faster than it is collected. */
  release(): void
}

/** Puts lines of all levels behind their heads in few large buffers: a write per line would cost more than the line. */
export interface Batcher {
  sinkOf(level: LogLevel): StampedSink
  /** A whole buffer is waiting. */
  readonly isFull: boolean
  take(): Batch[]
}

export interface StampedSink extends LineSink {
  /** From here on its entries carry this. */
  stamp(time: number, detail?: string): void
}

const LF = 0x0a
const EMPTY = Buffer.alloc(0)
const SPARE_BLOCKS = 32

export function createBatcher(size: number): Batcher {
  const spare: Buffer[] = []
  let ready: Batch[] = []
  let block: Buffer = EMPTY
  let filled = 0
  let lines = 0

  function close(): void {
    const done = block
    const release = () => {
      if (done.length === size && spare.length < SPARE_BLOCKS) spare.push(done)
    }
    if (lines > 0) ready.push({ bytes: done.subarray(0, filled), lines, release })
    block = EMPTY
    filled = 0
    lines = 0
  }

  function add(head: string, source: Buffer, start: number, end: number): void {
    const needed = head.length + end - start + 1
    if (filled + needed > block.length) {
      close()
      block = needed > size ? Buffer.allocUnsafeSlow(needed) : (spare.pop() ?? Buffer.allocUnsafeSlow(size))
    }
    block.write(head, filled, 'latin1')
    source.copy(block, filled + head.length, start, end)
    filled += needed
    block[filled - 1] = LF
    lines++
  }

  return {
    sinkOf(level) {
      let [time, detail]: [number, string | undefined] = [0, undefined]
      let whole = ''
      const adding = (how: { continued?: boolean; open?: boolean }) => (bytes: Buffer, start: number, end: number) =>
        add(entryHeadOf(time, level, { ...how, detail }), bytes, start, end)
      return {
        stamp(at, more) {
          if (at === time && more === detail && whole !== '') return
          ;[time, detail] = [at, more]
          whole = entryHeadOf(time, level, { detail })
        },
        line: (bytes, start, end) => add(whole, bytes, start, end),
        part: adding({ continued: true }),
        open: adding({ open: true }),
        openPart: adding({ continued: true, open: true }),
      }
    },
    get isFull() {
      return ready.length > 0
    },
    take() {
      close()
      const taken = ready
      ready = []
      return taken
    },
  }
}
