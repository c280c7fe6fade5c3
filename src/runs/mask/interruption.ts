/**
 * What may stand inside a value without ending it: line breaks, because encoders wrap, the blanks that indent the
 * next item of a list, and colour codes. It is taken out of the patterns and passed over in what is searched.
 */
export const INTERRUPTERS = [0x0a, 0x0d, 0x1b] as const
export const [LF, CR, ESC] = INTERRUPTERS
const COMMA = 0x2c
const BLANK = 0x20
/** Before a line break it says, in quoted-printable, that the line goes on. */
export const SOFT_BREAK = 0x3d

/** A longer interruption than this ends a value, so that nothing is held for ever. */
const LONGEST = 64

export function withoutInterruptions(latin1: string): string {
  return latin1.replace(/\x1b\[[0-9;:]*[mK]|(?<=,)[\r\n]+ {2,}|[\r\n]/g, '')
}

export function mayInterrupt(byte: number): boolean {
  return byte === LF || byte === CR || byte === ESC
}

/** The end of a run of line breaks and colour codes, or its start when it is too long or something else. */
export function endOfInterruption(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && at - start <= LONGEST) {
    const end = bytes[at] === ESC ? endOfColour(bytes, at) : endOfBreak(bytes, at)
    if (end === at) break
    at = end
  }
  if (bytes[start - 1] === COMMA && (bytes[at - 1] === LF || bytes[at - 1] === CR)) at = endOfIndent(bytes, at)
  return at - start > LONGEST ? start : at
}

/** One blank alone may belong to the value; more of them may come when the bytes end. */
function endOfIndent(bytes: Uint8Array, start: number): number {
  let at = start
  while (bytes[at] === BLANK) at++
  return at - start > 1 || at === bytes.length ? at : start
}

function endOfBreak(bytes: Uint8Array, start: number): number {
  return bytes[start] === LF || bytes[start] === CR ? start + 1 : start
}

/** `ESC [ 0-9;: m|K`. One that the bytes end in the middle of counts: what follows is seen with the next chunk. */
function endOfColour(bytes: Uint8Array, start: number): number {
  if (start + 1 === bytes.length) return start + 1
  if (bytes[start + 1] !== 0x5b) return start
  let at = start + 2
  while (at < bytes.length && (bytes[at] as number) >= 0x30 && (bytes[at] as number) <= 0x3b) at++
  if (at === bytes.length) return at
  return bytes[at] === 0x6d || bytes[at] === 0x4b ? at + 1 : start
}
