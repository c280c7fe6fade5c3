import { full } from '../support/full.ts'

/** The seed of a random test: printed, and taken from FURROW_SEED to repeat a run. */
export function seedFor(name: string): number {
  const seed = Number(process.env.FURROW_SEED ?? Date.now() % 2 ** 31)
  console.log(`${name}: FURROW_SEED=${seed}`)
  return seed
}

/** A small generator with a seed (mulberry32), for choices that fast-check does not make. */
export function randomFrom(seed: number): {
  next(): number
  below(limit: number): number
  pick<T>(from: readonly T[]): T
} {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: from => from[below(from.length)] as (typeof from)[number] }
}

interface Choice {
  readonly most: number
  readonly random: ReturnType<typeof randomFrom>
}

/** So many of the numbers 1 to `count`, spread over all of them, other ones each time; all of them in the long form. */
export function spread(count: number, { most, random }: Choice): number[] {
  const stride = full ? 1 : Math.max(1, count / most)
  const points = Array.from({ length: Math.floor(count / stride) }, (_, n) => 1 + Math.floor(n * stride))
  return points.map(point => Math.min(count, point + random.below(Math.ceil(stride))))
}
