import { SHORTEST, whyNotMaskable } from '../../operation/names/variables.ts'
import { buildAutomaton } from './automaton.ts'
import { type MaskedSecret, patternsOf } from './patterns.ts'
import { scan } from './scan.ts'
import { createMaskStream, cutStream, MASK, type MaskStream, passThrough } from './stream.ts'

/**
 * Replaces known values, and their known encodings, by `***`. It keeps secrets out of logs by accident of a tool; it
 * does not stop a program that means to smuggle one out.
 */
export interface Masker {
  /** The secrets that are not looked for, and why: their values may appear. */
  readonly unmaskable: readonly { readonly name: string; readonly reason: string }[]
  /** One per byte stream: what is held back of one must not wait for another. */
  stream(): MaskStream
  maskText(text: string): string
  /** One string of a result: also masked when the whole of it is a value that is not looked for in texts. */
  maskString(text: string): string
  /** Whether there are values that only `maskString` knows. */
  readonly hasWholes: boolean
  /** A copy with every string, key, number and list of bytes masked; the same value when nothing was found. */
  maskValue<T>(value: T): T
}

/** Of `typed`, the values of secret form fields, one that is too short to be looked for still counts as a whole string. */
export function createMasker(secrets: readonly MaskedSecret[], typed: readonly MaskedSecret[] = []): Masker {
  const judged = secrets.map(({ name, value }) => ({ name, value, reason: whyNotMaskable(value) }))
  const unmaskable = judged.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }]))
  const values = judged.flatMap(({ value, reason }) => (reason === undefined ? [value] : []))
  const wholes = new Set(
    typed.flatMap(({ value }) => (value !== '' && whyNotMaskable(value) !== undefined ? [value] : [])),
  )
  const { maskText, stream } = values.length === 0 ? NO_PATTERNS : patternMasks(values)
  const maskString = (text: string) => (wholes.has(text) ? MASK : maskText(text))
  return {
    unmaskable,
    stream,
    maskText,
    maskString,
    hasWholes: wholes.size > 0,
    maskValue: <T>(value: T) =>
      values.length + wholes.size === 0 ? value : (maskWithin(value, { maskText, maskString }) as T),
  }
}

type TextMasks = Pick<Masker, 'maskText' | 'stream'>

const NO_PATTERNS: TextMasks = { maskText: text => text, stream: () => passThrough }

function patternMasks(values: readonly string[]): TextMasks {
  const automaton = buildAutomaton(patternsOf(values))
  const maskText = (text: string) => {
    const bytes = Buffer.from(text)
    const { hits } = scan(automaton, bytes)
    if (hits.length === 0) return text
    return cutStream({ bytes, hits, from: 0, to: bytes.length, coveredTo: -1 }).text.toString()
  }
  return { maskText, stream: () => createMaskStream(automaton) }
}

type ValueMasks = Pick<Masker, 'maskText' | 'maskString'>

function maskWithin(value: unknown, masks: ValueMasks): unknown {
  const { maskText, maskString } = masks
  if (typeof value === 'string') return maskString(value)
  if (typeof value === 'number' || typeof value === 'bigint')
    return maskText(String(value)) === String(value) ? value : MASK
  if (Array.isArray(value)) return isSecretList(value, maskText) ? MASK : value.map(item => maskWithin(item, masks))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskText(key), maskWithin(item, masks)]))
}

/** The bytes of a value, as a Buffer says them in JSON. */
function isSecretList(list: readonly unknown[], maskText: (text: string) => string): boolean {
  if (list.length < SHORTEST || !list.every(Number.isInteger)) return false
  const text = list.join(',')
  return maskText(text) !== text
}
