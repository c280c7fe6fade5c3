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
  /** A copy with every string, key, number and list of bytes masked; the same value when nothing was found. */
  maskValue<T>(value: T): T
}

export function createMasker(secrets: readonly MaskedSecret[]): Masker {
  const judged = secrets.map(({ name, value }) => ({ name, value, reason: whyNotMaskable(value) }))
  const unmaskable = judged.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }]))
  const values = judged.flatMap(({ value, reason }) => (reason === undefined ? [value] : []))
  if (values.length === 0) {
    return { unmaskable, stream: () => passThrough, maskText: text => text, maskValue: value => value }
  }
  const automaton = buildAutomaton(patternsOf(values))
  const maskText = (text: string) => {
    const bytes = Buffer.from(text)
    const { hits } = scan(automaton, bytes)
    if (hits.length === 0) return text
    return cutStream({ bytes, hits, from: 0, to: bytes.length, coveredTo: -1 }).text.toString()
  }
  return {
    unmaskable,
    stream: () => createMaskStream(automaton),
    maskText,
    maskValue: <T>(value: T) => maskWithin(value, maskText) as T,
  }
}

function maskWithin(value: unknown, maskText: (text: string) => string): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'number' || typeof value === 'bigint')
    return maskText(String(value)) === String(value) ? value : MASK
  if (Array.isArray(value)) return isSecretList(value, maskText) ? MASK : value.map(item => maskWithin(item, maskText))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskText(key), maskWithin(item, maskText)]))
}

/** The bytes of a value, as a Buffer says them in JSON. */
function isSecretList(list: readonly unknown[], maskText: (text: string) => string): boolean {
  if (list.length < SHORTEST || !list.every(Number.isInteger)) return false
  const text = list.join(',')
  return maskText(text) !== text
}
