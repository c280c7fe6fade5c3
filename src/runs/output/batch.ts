import { headOf, type LogLevel } from './entry.ts'
import type { LineSink } from './lines.ts'

/** Whole entries, ready to be appended. */
export interface Batch {
  readonly bytes: Buffer
  readonly lines: number
  /** Gives the memory back once it is written; a flood would else leave garbage faster than it is collected. */
  release(): void
}

/** Puts lines behind their heads in few large buffers: a write per line would cost more than the line. */
export interface Batcher extends LineSink {
  /** From here on entries carry this time. */
  stamp(time: number): void
  take(): Batch[]
}

const LF = 0x0a
const EMPTY = Buffer.alloc(0)
const SPARE_BLOCKS = 32

export function createBatcher(level: LogLevel, size: number, detail?: string): Batcher {
  const spare: Buffer[] = []
  let ready: Batch[] = []
  let block: Buffer = EMPTY
  let filled = 0
  let lines = 0
  let heads = headsAt(0, level, detail)

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

  function add(first: Buffer, text: Buffer): void {
    const needed = first.length + text.length + 1
    if (filled + needed > block.length) {
      close()
      block = needed > size ? Buffer.allocUnsafeSlow(needed) : (spare.pop() ?? Buffer.allocUnsafeSlow(size))
    }
    block.set(first, filled)
    block.set(text, filled + first.length)
    filled += needed
    block[filled - 1] = LF
    lines++
  }

  return {
    stamp(time) {
      heads = headsAt(time, level, detail)
    },
    line: (source, start, end) => add(heads.line, source.subarray(start, end)),
    part: (source, start, end) => add(heads.part, source.subarray(start, end)),
    open: (source, start, end) => add(heads.open, source.subarray(start, end)),
    openPart: (source, start, end) => add(heads.openPart, source.subarray(start, end)),
    take() {
      close()
      const taken = ready
      ready = []
      return taken
    },
  }
}

function headsAt(time: number, level: LogLevel, detail: string | undefined): Record<keyof LineSink, Buffer> {
  return {
    line: Buffer.from(headOf(time, level, { detail })),
    part: Buffer.from(headOf(time, level, { continued: true, detail })),
    open: Buffer.from(headOf(time, level, { open: true, detail })),
    openPart: Buffer.from(headOf(time, level, { continued: true, open: true, detail })),
  }
}
