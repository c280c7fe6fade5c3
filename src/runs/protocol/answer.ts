import type { Masker } from '../mask/masker.ts'
import type { ToolResult } from '../model.ts'
import { maskJson } from './mask-json.ts'

/** Larger results are kept as a file; a record stays something that can be listed. */
const INLINE_BYTES = 2 ** 20
const INLINE_DEPTH = 40

/** A result as the record keeps it, and its whole text when that is too much for a record. */
export interface KeptResult {
  readonly result: ToolResult
  readonly spooled?: Buffer
}

export const SPOOLED = 'result.json'

/** Of the last result that a tool gave; without a verdict it is none. */
export function keepResult(value: Readonly<Record<string, unknown>>, raw: Buffer, masker: Masker): KeptResult {
  const { ok } = value
  if (typeof ok !== 'boolean')
    return { result: { ok: false, error: 'Its result does not say whether it is ok (true or false).' } }
  if (raw.length > INLINE_BYTES || depthOf(raw) > INLINE_DEPTH) return tooMuch(ok, value, { raw, masker })
  // Once through text: what JSON cannot say does not get into a record.
  const plain = JSON.parse(JSON.stringify(masker.maskValue(value))) as Record<string, unknown>
  const { error, duration_ms: duration, ...rest } = plain
  return {
    result: {
      ...rest,
      ok,
      ...(error !== undefined &&
        error !== null && { error: typeof error === 'string' ? error : JSON.stringify(error) }),
      ...(typeof duration === 'number' && { duration_ms: duration }),
    },
  }
}

function tooMuch(
  ok: boolean,
  { error, duration_ms: duration }: Readonly<Record<string, unknown>>,
  { raw, masker }: { raw: Buffer; masker: Masker },
): KeptResult {
  return {
    result: {
      ok,
      ...(typeof error === 'string' && { error: masker.maskText(error.slice(0, 10_000)) }),
      ...(typeof duration === 'number' && { duration_ms: duration }),
      spooled: SPOOLED,
    },
    spooled: maskJson(raw, masker),
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

function depthOf(json: Buffer): number {
  let [depth, deepest, inString] = [0, 0, false]
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number
    if (inString && byte === BACKSLASH) at += 1
    else if (byte === QUOTE) inString = !inString
    else if (!inString && OPENING.has(byte)) deepest = Math.max(deepest, ++depth)
    else if (!inString && CLOSING.has(byte)) depth -= 1
  }
  return deepest
}
