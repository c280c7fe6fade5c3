import { unpackTerms } from '../packed.ts'
import { cosineSimilarity } from './packed.ts'
import type { StatisticalModel } from './statistical.ts'

/** A model as a row of SQLite. */
export interface ModelRow {
  readonly dimensions: number
  readonly terms: Uint8Array
  readonly weights: Uint8Array
  readonly places: Uint8Array
}

export function toModelRow({ dimensions, terms, weights, places }: StatisticalModel): ModelRow {
  const bytes = (numbers: Float32Array | Uint32Array) => new Uint8Array(numbers.buffer)
  return { dimensions, terms: bytes(terms), weights: bytes(weights), places: bytes(places) }
}

export function fromModelRow({ dimensions, terms, weights, places }: ModelRow): StatisticalModel {
  const numbers = (bytes: Uint8Array) => new Float32Array(bytes.slice().buffer)
  return { dimensions, terms: unpackTerms(terms), weights: numbers(weights), places: numbers(places) }
}

/** How near each of some packed vectors is to one of length one; those of another kind are left aside. */
export function storedSimilarity(
  rows: readonly { readonly id: number; readonly vector: Uint8Array }[],
  wanted: Float32Array,
): (readonly [id: number, likeness: number])[] {
  return rows.flatMap(({ id, vector }) => {
    const value = cosineSimilarity(vector, wanted)
    return value === undefined ? [] : [[id, value] as const]
  })
}

export function nearestOf(near: ReturnType<typeof storedSimilarity>, count: number): number[] {
  return [...near]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([id]) => id)
}
