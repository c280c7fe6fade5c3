import { randomBytes } from 'node:crypto'

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export interface Random {
  bytes(count: number): Uint8Array
}

export const systemClock: Clock = { now: () => Date.now() }
export const systemRandom: Random = { bytes: count => randomBytes(count) }

/** What an operation reports while it works; throw-away by design (what must be kept is a run). */
export interface Progress {
  readonly message: string
  readonly done?: number
  readonly total?: number
}
