import { createHash } from 'node:crypto'
import type { Clock, Random } from '../../../operation/capabilities.ts'

const LIFE_MS = 60_000
const MOST = 100

/** One-time codes for the browser's sign-in. They live in memory, for a minute, and work once. */
export class Codes {
  readonly #open = new Map<string, number>()
  readonly #clock: Clock
  readonly #random: Random

  constructor({ clock, random }: { clock: Clock; random: Random }) {
    this.#clock = clock
    this.#random = random
  }

  mint(): string {
    this.#forgetOld()
    const code = Buffer.from(this.#random.bytes(32)).toString('base64url')
    this.#open.set(digest(code), this.#clock.now() + LIFE_MS)
    return code
  }

  /** True once. Looked up by digest, so that timing tells nothing about the codes that are open. */
  use(code: string): boolean {
    const key = digest(code)
    const expires = this.#open.get(key)
    this.#open.delete(key)
    return expires !== undefined && this.#clock.now() < expires
  }

  #forgetOld(): void {
    const now = this.#clock.now()
    for (const [key, expires] of this.#open) if (expires <= now || this.#open.size >= MOST) this.#open.delete(key)
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
