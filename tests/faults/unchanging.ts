import type { Clock, Random } from '../../src/operation/capabilities.ts'

/** A clock that stands and dice that always fall alike: the same write gives the same bytes in every process. */
export function unchanging(now: number): { clock: Clock; random: Random } {
  return { clock: { now: () => now }, random: { bytes: count => new Uint8Array(count).fill(7) } }
}
