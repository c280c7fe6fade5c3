import type { Masker } from '../mask/masker.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MASKED = '"***"'

/**
 * Masks JSON text of any size and depth. Each string is masked as what it says: as it is written, a backslash of an
 * escaped value is two. What lies across several strings is masked as text.
 */
export function maskJson(json: Buffer, masker: Masker): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf(QUOTE, at)
    const start = quote === -1 ? json.length : quote
    const end = endOfString(json, start)
    pieces.push(maskNumbers(json.subarray(at, start), masker), maskString(json.subarray(start, end), masker))
    at = end
  }
  const stream = masker.stream()
  return Buffer.concat([...pieces.map(piece => stream.push(piece)), stream.flush()])
}

function endOfString(json: Buffer, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return Math.min(json.length, at + 1)
}

function maskString(literal: Buffer, masker: Masker): Buffer {
  if (literal.length === 0) return literal
  const text = JSON.parse(literal.toString()) as string
  const masked = masker.maskText(text)
  return masked === text ? literal : Buffer.from(JSON.stringify(masked))
}

/** What is between two strings: a list of numbers, or a number, that holds a value gives way as a whole. */
function maskNumbers(between: Buffer, { maskText }: Masker): Buffer {
  const text = between.toString()
  if (maskText(text) === text) return between
  const unlessSecret = (part: string) => (maskText(part) === part ? part : MASKED)
  return Buffer.from(text.replace(/\[[\s\d,]*\]/g, unlessSecret).replace(/[\d.eE+-]+/g, unlessSecret))
}
