/** A value as SQLite stores it. */
export type SqlValue = null | number | bigint | string | Uint8Array

/** A variable-length integer and where it ends; at most nine bytes. */
export function readVarint(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return undefined
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + index + 1 }
  }
  const last = bytes[at + 8]
  if (last === undefined) return undefined
  // Nine bytes are the negative numbers and those that no counter of Furrow's reaches.
  return { value: Number(BigInt.asIntN(64, highBits(bytes, at) * 256n + BigInt(last))), end: at + 9 }
}

function highBits(bytes: Buffer, at: number): bigint {
  let value = 0n
  for (const byte of bytes.subarray(at, at + 8)) value = value * 128n + BigInt(byte & 0x7f)
  return value
}

/** The columns of one record, or nothing when its header, its lengths and its bytes do not agree to the last byte. */
export function readRecord(payload: Buffer): SqlValue[] | undefined {
  const size = readVarint(payload, 0)
  if (size === undefined || size.value < size.end || size.value > payload.length) return undefined
  const values: SqlValue[] = []
  let [at, body] = [size.end, size.value]
  while (at < size.value) {
    const type = readVarint(payload, at)
    if (type === undefined || type.end > size.value) return undefined
    const length = lengthOf(type.value)
    if (length === undefined || body + length > payload.length) return undefined
    const value = readValue(payload.subarray(body, body + length), type.value)
    if (value === undefined) return undefined
    values.push(value)
    at = type.end
    body += length
  }
  return body === payload.length ? values : undefined
}

const FIXED_LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const

function lengthOf(type: number): number | undefined {
  if (type >= 12) return Math.floor((type - 12) / 2)
  return FIXED_LENGTHS[type]
}

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readValue(bytes: Buffer, type: number): SqlValue | undefined {
  if (type === 0) return null
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 8 || type === 9) return type - 8
  if (type < 7) return bytes.length <= 6 ? bytes.readIntBE(0, bytes.length) : safeInteger(bytes.readBigInt64BE(0))
  return type % 2 === 0 ? Uint8Array.from(bytes) : textIn(bytes)
}

function safeInteger(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function textIn(bytes: Buffer): string | undefined {
  try {
    return strictText.decode(bytes)
  } catch {
    // Not UTF-8, so not a text that Furrow wrote.
    return undefined
  }
}
