import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { DEFAULT_LIMITS, type DocumentLimits, damaged, textPositionAt } from './document.ts'

export interface Text {
  /** Without the byte order mark. */
  readonly text: string
  readonly bom: boolean
}

const BOM = '\ufeff'
const CONFLICT_MARKERS = ['<<<<<<<', '=======', '>>>>>>>', '|||||||'] as const
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes to text, or the reason why they are no text of ours: size, encoding, NUL, an unfinished merge. */
export function decode(input: string | Uint8Array, path: string, limits: DocumentLimits = {}): Text | Refused {
  const { maxBytes } = { ...DEFAULT_LIMITS, ...limits }
  const size = typeof input === 'string' ? Buffer.byteLength(input) : input.byteLength
  if (size > maxBytes) return tooLarge(path, size, maxBytes)
  const whole = typeof input === 'string' ? wellFormed(input) : utf8(input)
  if (whole === undefined) return damaged(path, 'is not valid UTF-8', invalidLine(input))
  const text = whole.startsWith(BOM) ? whole.slice(1) : whole
  return whyNotText(text, path) ?? { text, bom: text.length !== whole.length }
}

function tooLarge(path: string, size: number, maxBytes: number): Refused {
  return refuse('damaged', `${path} has ${size} bytes; files of this kind have at most ${maxBytes}.`, {
    target: path,
    fix: shell`furrow doctor`,
    details: { size, maxBytes },
  })
}

function wellFormed(text: string): string | undefined {
  return /\p{Surrogate}/u.test(text) ? undefined : text
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

/** A newline byte is never part of a longer sequence, so the first line that fails alone holds the bad byte. */
function invalidLine(input: string | Uint8Array): { line?: number } {
  if (typeof input === 'string') return textPositionAt(input, input.search(/\p{Surrogate}/u))
  for (let start = 0, line = 1; start <= input.length; line++) {
    const newline = input.indexOf(0x0a, start)
    const end = newline === -1 ? input.length : newline
    if (utf8(input.subarray(start, end)) === undefined) return { line }
    start = end + 1
  }
  return {}
}

function whyNotText(text: string, path: string): Refused | undefined {
  const nul = text.indexOf('\0')
  if (nul !== -1) return damaged(path, 'holds a NUL byte', textPositionAt(text, nul))
  const places = CONFLICT_MARKERS.flatMap(marker => conflictAt(text, marker) ?? [])
  if (places.length === 0) return undefined
  const first = Math.min(...places)
  return damaged(
    path,
    `holds the conflict marker ${text.slice(first, first + 7)} of an unfinished merge`,
    textPositionAt(text, first),
  )
}

/** The line, from 1, where an unfinished merge begins; a line of equals signs alone is a heading in markdown. */
export function conflictLine(text: string): number | undefined {
  const places = ['<<<<<<<', '>>>>>>>'].flatMap(marker => conflictAt(text, marker) ?? [])
  return places.length === 0 ? undefined : text.slice(0, Math.min(...places)).split('\n').length
}

/** Git writes a marker at the start of a line and follows it with a space or the end of the line. */
function conflictAt(text: string, marker: string): number | undefined {
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + marker.length)) {
    const after = text[at + marker.length] ?? '\n'
    if ((at === 0 || text[at - 1] === '\n') && ' \r\n'.includes(after)) return at
  }
  return undefined
}
