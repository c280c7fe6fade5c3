import { type LogLevel, levels } from './entry.ts'

/** Neighbouring lines of one level as the program wrote them, line breaks included. */
export interface OutputPiece {
  readonly level: LogLevel
  readonly bytes: Buffer
}

const LF = 0x0a
const ZERO = 0x30
const NINE = 0x39
const SPACE = 0x20
const CONTINUED = 0x2b
const OPEN = 0x7e
const DETAIL = 0x3d
const LONGEST_TIME = 16

const names = new Map(Object.entries(levels).map(([name, code]) => [code.charCodeAt(0), name as LogLevel]))

/**
 * What the entries of a page say, without decoding it: for readers that pass bytes on and look at none. The texts are
 * moved together in place, so the page itself is used up.
 */
export function piecesOf(entries: Buffer): OutputPiece[] {
  const pieces: OutputPiece[] = []
  let [from, filled] = [0, 0]
  let level: LogLevel | undefined
  const close = () => {
    if (level !== undefined && filled > from) pieces.push({ level, bytes: entries.subarray(from, filled) })
    from = filled
  }
  for (let start = 0; start < entries.length; ) {
    const end = entries.indexOf(LF, start)
    const head = headAt(entries, start, end)
    if (head.level !== level) close()
    level = head.level
    filled += entries.copy(entries, filled, head.end, head.open ? end : end + 1)
    start = end + 1
  }
  close()
  return pieces
}

interface EntryHead {
  readonly level: LogLevel
  readonly open: boolean
  /** Where the text begins. */
  readonly end: number
}

/** What is not of the shape was torn by a crash, and is all text. */
function headAt(bytes: Buffer, start: number, end: number): EntryHead {
  const space = afterDigits(bytes, start)
  const level = space > start && bytes[space] === SPACE ? names.get(bytes[space + 1] ?? 0) : undefined
  let at = space + 2
  if (bytes[at] === DETAIL) at = afterDetail(bytes, at, end)
  if (bytes[at] === CONTINUED) at += 1
  const open = bytes[at] === OPEN
  if (open) at += 1
  if (level === undefined || bytes[at] !== SPACE || at >= end) return { level: 'note', open: false, end: start }
  return { level, open, end: at + 1 }
}

function afterDetail(bytes: Buffer, start: number, end: number): number {
  let at = start + 1
  while (at < end && bytes[at] !== SPACE && bytes[at] !== CONTINUED && bytes[at] !== OPEN) at += 1
  return at
}

function afterDigits(bytes: Buffer, start: number): number {
  let at = start
  while (at - start < LONGEST_TIME && (bytes[at] ?? 0) >= ZERO && (bytes[at] ?? 0) <= NINE) at += 1
  return at
}
