import type { RpcId } from './message.ts'

/** What can be known of a message that is too large to keep: whom an answer to it would be for. */
export interface Envelope {
  readonly id: RpcId | undefined
  /** It answers a request of ours instead of asking something. */
  readonly isResponse: boolean
}

/** Longer keys and ids than this are not read. */
const MAX_TOKEN_BYTES = 1024

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Reads the top-level `id` of a JSON text, wherever it is, while the text passes by. It checks nothing else, keeps at
 * most one key and one id, and costs one look at each byte.
 */
export class EnvelopeScan {
  #depth = 0
  #quoted = false
  #escaped = false
  /** The bytes of the key or value being read, when it is one of the message itself. */
  #token: number[] | undefined
  #key: unknown
  #id: unknown
  #hasMethod = false
  #isObject = false

  push(bytes: Uint8Array): void {
    let index = 0
    while (index < bytes.length) {
      if (this.#quoted && this.#token === undefined && !this.#escaped) index = this.#skipText(bytes, index)
      else {
        const byte = bytes[index] as number
        if (this.#quoted) this.#inText(byte)
        else this.#outside(byte)
        index += 1
      }
    }
  }

  get envelope(): Envelope {
    const isId = typeof this.#id === 'string' || Number.isSafeInteger(this.#id)
    return { id: isId ? (this.#id as RpcId) : undefined, isResponse: isId && !this.#hasMethod }
  }

  /** To behind the next quote, at the speed of a search: what makes a message large is mostly its texts. */
  #skipText(bytes: Uint8Array, from: number): number {
    const quote = bytes.indexOf(QUOTE, from)
    const end = quote === -1 ? bytes.length : quote
    let start = end
    while (start > from && bytes[start - 1] === BACKSLASH) start -= 1
    const escapesNext = (end - start) % 2 === 1
    if (quote === -1) this.#escaped = escapesNext
    else this.#quoted = escapesNext
    return end + 1
  }

  #inText(byte: number): void {
    this.#keep(byte)
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#quoted = false
  }

  #outside(byte: number): void {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#descend(byte)
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#ascend()
    else if (this.#depth === 1 && byte === COLON) this.#endKey()
    else if (this.#depth === 1 && byte === COMMA) this.#endValue()
    else {
      this.#quoted = byte === QUOTE
      this.#keep(byte)
    }
  }

  #descend(byte: number): void {
    this.#depth += 1
    if (this.#depth === 1) this.#isObject = byte === OPEN_BRACE
    this.#token = this.#depth === 1 && this.#isObject ? [] : undefined
  }

  #ascend(): void {
    if (this.#depth === 1) this.#endValue()
    this.#depth -= 1
  }

  #endKey(): void {
    this.#key = parsed(this.#token)
    this.#token = this.#isObject ? [] : undefined
  }

  #endValue(): void {
    if (this.#key === 'id') this.#id = parsed(this.#token)
    if (this.#key === 'method') this.#hasMethod = true
    this.#key = undefined
    this.#token = this.#isObject ? [] : undefined
  }

  #keep(byte: number): void {
    if (this.#token === undefined) return
    if (this.#token.length < MAX_TOKEN_BYTES) this.#token.push(byte)
    else this.#token = undefined
  }
}

function parsed(token: readonly number[] | undefined): unknown {
  if (token === undefined) return undefined
  try {
    return JSON.parse(Buffer.from(token).toString()) as unknown
  } catch {
    return undefined
  }
}
