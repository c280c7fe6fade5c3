const LF = 0x0a
const CR = 0x0d

/** Takes lines that lie within `bytes`, without their line breaks. The bytes are valid only during the call. */
export interface LineSink {
  line(bytes: Buffer, start: number, end: number): void
  /** The end of a line whose beginning was given before. */
  part(bytes: Buffer, start: number, end: number): void
  /** The beginning of a line that goes on: at the cap, or when nothing came for a while. */
  open(bytes: Buffer, start: number, end: number): void
  /** More of such a line, which still goes on. */
  openPart(bytes: Buffer, start: number, end: number): void
}

/** Cuts a byte stream into lines. One longer than the cap comes as a line and parts. */
export interface LineSplitter {
  push(chunk: Buffer): void
  /** Gives what has no line break yet; what follows of that line comes as a part. */
  flush(): void
  readonly holds: boolean
}

export const LINE_CAP = 2 ** 20

export function createLineSplitter(sink: LineSink, cap = LINE_CAP): LineSplitter {
  let pending: Buffer = Buffer.alloc(0)
  let filled = 0
  let continued = false

  function keep(chunk: Buffer, start: number, end: number): void {
    if (filled + end - start > pending.length) pending = grown(pending, filled + end - start, cap)
    filled += chunk.copy(pending, filled, start, end)
  }

  function giveOpen(bytes: Buffer, start: number, end: number): void {
    if (continued) sink.openPart(bytes, start, end)
    else sink.open(bytes, start, end)
    continued = true
  }

  function emit(bytes: Buffer, start: number, end: number): void {
    const stop = end > start && bytes[end - 1] === CR ? end - 1 : end
    if (continued) sink.part(bytes, start, stop)
    else sink.line(bytes, start, stop)
    continued = false
  }

  /** Emits full parts of a line that is too long; answers where the rest begins. */
  function cutParts(bytes: Buffer, start: number, end: number): number {
    let at = start
    while (end - at > cap) {
      const stop = endOfCharacter(bytes, at + cap)
      giveOpen(bytes, at, stop)
      at = stop
    }
    return at
  }

  function finish(chunk: Buffer, start: number, end: number): void {
    if (filled === 0) {
      emit(chunk, cutParts(chunk, start, end), end)
      return
    }
    keep(chunk, start, end)
    emit(pending, cutParts(pending, 0, filled), filled)
    filled = 0
  }

  function hold(chunk: Buffer, start: number): void {
    keep(chunk, start, chunk.length)
    const rest = cutParts(pending, 0, filled)
    if (rest > 0) filled = pending.copy(pending, 0, rest, filled)
  }

  return {
    push(chunk) {
      let start = 0
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        finish(chunk, start, end)
        start = end + 1
      }
      if (start < chunk.length) hold(chunk, start)
    },
    flush() {
      if (filled === 0) return
      giveOpen(pending, 0, filled)
      filled = 0
    },
    get holds() {
      return filled > 0
    },
  }
}

function grown(pending: Buffer, needed: number, cap: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(cap, pending.length * 2), 256))
  pending.copy(larger)
  return larger
}

/** A part does not end inside a UTF-8 character, unless the bytes are none. */
function endOfCharacter(bytes: Buffer, at: number): number {
  for (let end = at; end > at - 4; end--) if (((bytes[end] as number) & 0xc0) !== 0x80) return end
  return at
}
