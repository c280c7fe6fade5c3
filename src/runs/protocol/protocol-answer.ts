import type { Masker } from '../mask/masker.ts'
import type { ToolResult } from '../model.ts'
import { INLINE_DEPTH, type ResultSpool } from '../result/spool.ts'

/** Larger results are kept as a file; a record stays something that can be listed. */
const INLINE_BYTES = 2 ** 20

interface AnswerStorage {
  readonly masker: Masker
  /** For one that is too much for a record. */
  openSpool(): ResultSpool
}

/** Of the last result that a tool gave, as its record keeps it; without a verdict it is none. */
export function keepResult(
  value: Readonly<Record<string, unknown>>,
  raw: Buffer,
  { masker, openSpool }: AnswerStorage,
): ToolResult {
  const { ok } = value
  if (typeof ok !== 'boolean') return WITHOUT_VERDICT
  if (raw.length > INLINE_BYTES || depthOf(raw) > INLINE_DEPTH) return spooled(raw, openSpool())
  // Once through text: what JSON cannot say does not get into a record.
  const plain = JSON.parse(JSON.stringify(masker.maskValue(value))) as Record<string, unknown>
  const { error, duration_ms: duration, ...rest } = plain
  return {
    ...rest,
    ok,
    ...(error !== undefined && error !== null && { error: typeof error === 'string' ? error : JSON.stringify(error) }),
    ...(typeof duration === 'number' && { duration_ms: duration }),
  }
}

const WITHOUT_VERDICT = { ok: false, error: 'Its result does not say whether it is ok (true or false).' }

function spooled(raw: Buffer, spool: ResultSpool): ToolResult {
  spool.push(raw)
  const result = spool.end()
  if (result !== undefined) return result
  spool.drop()
  return { ok: false, error: 'Its result cannot be kept: a secret was masked in the middle of its structure.' }
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
