import type { RpcId } from './message.ts'

/** What requests may take together while they wait for their answers. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024
/** What any request costs, however short it is. */
const OVERHEAD_BYTES = 1024

/** Requests of one client without an answer yet; an id in use cannot be used again. */
export class OpenRequests {
  readonly #sizes = new Map<RpcId, number>()
  #bytes = 0

  get size(): number {
    return this.#sizes.size
  }

  has(id: RpcId): boolean {
    return this.#sizes.has(id)
  }

  /** Why this request cannot be taken; `isNew` when an answer with its id could not be mistaken for another's. */
  whyNot(id: RpcId): { why: string; isNew: boolean } | undefined {
    if (this.has(id)) return { why: `The id ${JSON.stringify(id)} is in use.`, isNew: false }
    if (this.#bytes <= MAX_WAITING_BYTES) return undefined
    return { why: `${this.size} requests wait for their answers; wait for some before you send more.`, isNew: true }
  }

  add(id: RpcId, bytes: number): void {
    this.#sizes.set(id, bytes + OVERHEAD_BYTES)
    this.#bytes += bytes + OVERHEAD_BYTES
  }

  delete(id: RpcId): void {
    this.#bytes -= this.#sizes.get(id) ?? 0
    this.#sizes.delete(id)
  }
}
