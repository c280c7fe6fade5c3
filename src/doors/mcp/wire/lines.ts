import { type Envelope, EnvelopeScan } from './envelope.ts'

/** Bytes in, lines out. Of a line that is too long only its envelope is kept; what follows it is served. */
export class LineFramer {
  readonly #max: number
  #parts: Uint8Array[] = []
  #size = 0
  #scan: EnvelopeScan | undefined

  constructor(max: number) {
    this.#max = max
  }

  *push(chunk: Uint8Array): Generator<WireLine> {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, end))
      yield* this.#end()
      from = end + 1
    }
    this.#take(chunk.subarray(from))
  }

  #take(part: Uint8Array): void {
    if (part.length === 0) return
    this.#size += part.length
    if (this.#size <= this.#max) {
      this.#parts.push(part)
      return
    }
    this.#scan ??= new EnvelopeScan()
    for (const kept of this.#parts.splice(0)) this.#scan.push(kept)
    this.#scan.push(part)
  }

  *#end(): Generator<WireLine> {
    const [parts, scan] = [this.#parts, this.#scan]
    this.#parts = []
    this.#size = 0
    this.#scan = undefined
    if (scan !== undefined) yield { kind: 'too_long', envelope: scan.envelope }
    else if (parts.length > 0)
      yield { kind: 'line', bytes: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts) }
  }
}

export type WireLine =
  | { readonly kind: 'line'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_long'; readonly envelope: Envelope }

const NEWLINE = 0x0a
