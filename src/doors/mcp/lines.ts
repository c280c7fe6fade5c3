/** Bytes in, lines out. A line that is too long is dropped whole and reported once; what follows it is served. */
export class Lines {
  readonly #max: number
  #parts: Uint8Array[] = []
  #size = 0
  #skipping = false

  constructor(max: number) {
    this.#max = max
  }

  *push(chunk: Uint8Array): Generator<Line> {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield* this.#take(chunk.subarray(from, end))
      yield* this.#end()
      from = end + 1
    }
    yield* this.#take(chunk.subarray(from))
  }

  *#take(part: Uint8Array): Generator<Line> {
    if (this.#skipping || part.length === 0) return
    this.#size += part.length
    if (this.#size > this.#max) {
      this.#skipping = true
      this.#parts = []
      yield { kind: 'too_long' }
    } else this.#parts.push(part)
  }

  *#end(): Generator<Line> {
    const { length } = this.#parts
    const skipped = this.#skipping
    const bytes = length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    this.#skipping = false
    if (!skipped && length > 0 && bytes !== undefined) yield { kind: 'line', bytes }
  }
}

export type Line = { readonly kind: 'line'; readonly bytes: Uint8Array } | { readonly kind: 'too_long' }

const NEWLINE = 0x0a
