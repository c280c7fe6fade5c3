import type { Clock } from '../../../operation/capabilities.ts'

const WINDOW_MS = 60_000
const MOST = 10

/** Counts wrong tokens and codes. After ten in a minute the next ones are told to wait; right ones are never kept out. */
export class FailedAttempts {
  readonly #clock: Clock
  #bad: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes a wrong try; gives the seconds to wait when there were too many. */
  note(): number | undefined {
    const now = this.#clock.now()
    this.#bad = this.#bad.filter(at => now - at < WINDOW_MS && at <= now).slice(-MOST)
    const [oldest] = this.#bad
    const wait = this.#bad.length < MOST ? undefined : Math.ceil((WINDOW_MS - (now - (oldest ?? now))) / 1000)
    this.#bad.push(now)
    return wait
  }
}
