import type { PathSegment } from './path.ts'

/** The values of a result that is too large to be held: only those that somebody is going to ask for. */
export class ReadValues {
  readonly #values: ReadonlyMap<string, unknown>

  constructor(values: readonly (readonly [readonly PathSegment[], unknown])[]) {
    this.#values = new Map(values.map(([steps, value]) => [JSON.stringify(steps), value]))
  }

  at(steps: readonly PathSegment[]): unknown {
    return this.#values.get(JSON.stringify(steps)) ?? null
  }
}

/** The beginning of a value that is too long to be inserted anywhere as a whole. */
export class PartialText {
  readonly head: string
  /** How long the whole of it is, in bytes of JSON. */
  readonly total: number

  constructor(head: string, total: number) {
    this.head = head
    this.total = total
  }

  toString(): string {
    return `${this.head}… (${this.total - this.head.length} more)`
  }
}
