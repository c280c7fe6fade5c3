import { StringDecoder } from 'node:string_decoder'
import type { Masker } from '../mask/masker.ts'
import { type MaskStream, passThrough } from '../mask/stream.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MASKED = '"***"'
const NONE = Buffer.alloc(0)
/** A string or a list of numbers is masked as a whole up to here, and in pieces beyond. */
const LONGEST_PIECE = 2 ** 20

/** Masks JSON text of any size and depth at once. */
export function maskJson(json: Buffer, masker: Masker): Buffer {
  const stream = createJsonMaskStream(masker)
  return Buffer.concat([stream.push(json), stream.flush()])
}

/**
 * Masks JSON text as it comes. Each string is masked as what it says: as it is written, a backslash of an escaped value
 * is two. What lies across several strings is masked as text.
 */
export function createJsonMaskStream(masker: Masker): MaskStream {
  const asText = masker.stream()
  if (asText === passThrough && !masker.hasWholes) return passThrough
  let held: Buffer[] = []
  let size = 0
  let isString = false
  let isEscaped = false
  let long: LongString | undefined
  /** A string that as a whole is a value, until what follows says whether it is the name of a member, which stays. */
  let whole: Buffer | undefined

  const take = () => {
    const all = Buffer.concat(held)
    held = []
    size = 0
    return all
  }
  const hold = (part: Buffer) => {
    held.push(Buffer.from(part))
    size += part.length
  }
  /** Where what is being read ends in a chunk: at a quote, its own or that of the next string. */
  const endIn = (chunk: Buffer, from: number): number => {
    if (!isString) return chunk.indexOf(QUOTE, from)
    for (let at = from; at < chunk.length; at += 1) {
      if (isEscaped) isEscaped = false
      else if (chunk[at] === QUOTE) return at
      else isEscaped = chunk[at] === BACKSLASH
    }
    return -1
  }
  /** To be called while what follows is held. */
  const settled = (): Buffer => {
    const literal = whole ?? NONE
    const isName = whole !== undefined && /^\s*:/.test(Buffer.concat(held).toString())
    whole = undefined
    return isName || literal.length === 0 ? literal : Buffer.from(MASKED)
  }
  const maskOrHold = (literal: Buffer): Buffer => {
    const text = masker.hasWholes ? saidBy(literal.toString()) : undefined
    if (text === undefined || masker.maskString(text) === masker.maskText(text)) return maskString(literal, masker)
    whole = literal
    return NONE
  }
  const masked = (isOver: boolean): Buffer => {
    if (!isString) return Buffer.concat([settled(), maskNumbers(take(), masker)])
    if (long === undefined && isOver) return maskOrHold(take())
    long ??= openLongString(masker)
    const out = long.push(take(), isOver)
    if (isOver) long = undefined
    return out
  }

  function* piecesOf(chunk: Buffer): Generator<Buffer> {
    for (let at = 0; at < chunk.length; ) {
      const end = endIn(chunk, at)
      const next = end === -1 ? chunk.length : isString ? end + 1 : end
      hold(chunk.subarray(at, next))
      at = next
      if (end !== -1) {
        yield masked(true)
        if (!isString) hold(chunk.subarray(at, ++at))
        isString = !isString
      } else if (size > LONGEST_PIECE) yield masked(false)
    }
  }

  return {
    push: chunk => Buffer.concat([...piecesOf(chunk)].map(piece => asText.push(piece))),
    flush: () => Buffer.concat([asText.push(isString ? take() : masked(true)), asText.flush()]),
  }
}

interface LongString {
  /** A part of the literal, its quotes included where it has them. */
  push(part: Buffer, isOver: boolean): Buffer
}

/** A string that is not held: decoded, masked and written as JSON again, part by part. */
function openLongString(masker: Masker): LongString {
  const stream = masker.stream()
  const written = new StringDecoder()
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  return {
    push(part, isOver) {
      const all = Buffer.concat([rest, part])
      const end = isOver ? all.length - 1 : wholeUntil(all)
      const text = saidBy(`"${all.subarray(isFirst ? 1 : 0, end).toString()}"`)
      rest = Buffer.from(all.subarray(end))
      if (text === undefined) return all.subarray(0, isOver ? all.length : end)
      const out = [stream.push(Buffer.from(text)), ...(isOver ? [stream.flush()] : [])]
      const said = out.map(bytes => written.write(bytes)).join('') + (isOver ? written.end() : '')
      const quoted = `${isFirst ? '"' : ''}${JSON.stringify(said).slice(1, -1)}${isOver ? '"' : ''}`
      isFirst = false
      return Buffer.from(quoted)
    },
  }
}

/** As far as it can be decoded: neither in the middle of a character nor of an escape, nor between two surrogates. */
function wholeUntil(bytes: Buffer): number {
  let end = bytes.length - 1
  while (end > 0 && (isContinuation(bytes[end] as number) || cutsEscape(bytes, end))) end -= 1
  return Math.max(0, end)
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

const LONGEST_ESCAPE = 6

function cutsEscape(bytes: Buffer, end: number): boolean {
  for (let start = Math.max(0, end - LONGEST_ESCAPE); start < end; start += 1) {
    if (!startsEscape(bytes, start)) continue
    const text = bytes.subarray(start, start + LONGEST_ESCAPE).toString('latin1')
    const length = text.startsWith('\\u') ? LONGEST_ESCAPE : 2
    if (start + length > end || (start + length === end && /^\\ud[89ab]/i.test(text))) return true
  }
  return false
}

/** A backslash that no backslash before it escapes. */
function startsEscape(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== BACKSLASH) return false
  let first = at
  while (first > 0 && bytes[first - 1] === BACKSLASH) first -= 1
  return (at - first) % 2 === 0
}

function maskString(literal: Buffer, masker: Masker): Buffer {
  if (literal.length === 0) return literal
  const text = saidBy(literal.toString())
  const masked = text === undefined ? undefined : masker.maskText(text)
  return masked === undefined || masked === text ? literal : Buffer.from(JSON.stringify(masked))
}

/** Of what is not JSON, nothing: it is masked as it is written. */
function saidBy(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string
  } catch {
    return undefined
  }
}

/** What is between two strings: a list of numbers, or a number, that holds a value gives way as a whole. */
function maskNumbers(between: Buffer, { maskText }: Masker): Buffer {
  const text = between.toString()
  if (maskText(text) === text) return between
  const unlessSecret = (part: string) => (maskText(part) === part ? part : MASKED)
  return Buffer.from(text.replace(/\[[\s\d,]*\]/g, unlessSecret).replace(/[\d.eE+-]+/g, unlessSecret))
}
