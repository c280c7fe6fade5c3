import { termNumber } from '../packed.ts'
import { STOP_WORDS } from '../words/stop-words.ts'

/**
 * Latent semantic analysis: terms that occur in the same texts come near each other. It knows only what the texts
 * themselves tell, and needs neither a network nor a model of anyone's.
 */
export interface StatisticalModel {
  readonly dimensions: number
  /** The terms it knows, what each tells, and their places, one row of `dimensions` numbers for each. */
  readonly terms: Uint32Array
  readonly weights: Float32Array
  readonly places: Float32Array
}

/** Places in the list of terms are numbers of 16 bits. */
const MOST_TERMS = 20_000
const MOST_TEXTS = 20_000
/** A term that stands in more of the texts than this tells too little to be placed. */
const MOST_COMMON = 0.3
/** As often as the directions are carried through the texts and made straight again: numbers stay exact that long. */
const [ROUNDS, CARRIED] = [2, 2]
/** More directions are followed than kept, so that the kept ones settle sooner. */
const SPARE = 8

type Sparse = { readonly at: Uint32Array; readonly values: Float32Array }

export function train(all: readonly Uint32Array[], dimensions = 100): StatisticalModel {
  const step = Math.max(1, all.length / MOST_TEXTS)
  const texts = Array.from({ length: Math.min(all.length, MOST_TEXTS) }, (_, n) => all[Math.floor(n * step)])
  const counts = documentCounts(texts.flatMap(text => text ?? []))
  const chosen = [...counts]
    .filter(([term, count]) => count >= 2 && count <= texts.length * MOST_COMMON && !STOP_NUMBERS.has(term))
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_TERMS)
  const terms = Uint32Array.from(chosen, ([term]) => term)
  const weights = Float32Array.from(chosen, ([, count]) => Math.log(texts.length / count))
  const index = new Map(chosen.map(([term], at) => [term, at]))
  const rows = texts.map(text => weigh(text ?? new Uint32Array(), { index, weights }))
  const kept = Math.min(dimensions, terms.length)
  const directions = follow(rows, { width: terms.length, count: Math.min(kept + SPARE, terms.length) }).slice(0, kept)
  const places = new Float32Array(terms.length * kept)
  directions.forEach((direction, dimension) => {
    direction.forEach((value, at) => {
      places[at * kept + dimension] = value
    })
  })
  return { dimensions: kept, terms, weights, places }
}

/** Places texts among those that the model was trained on. */
export function textEmbedder(model: StatisticalModel): (text: Uint32Array) => Float32Array {
  const [known, place] = [termIndexer(model), indexedTermEmbedder(model)]
  return text => place(known(text))
}

/** What a model knows of a text: the places in its list of the terms that it has, in the order of the text. */
export function termIndexer({ terms }: StatisticalModel): (text: Uint32Array) => Uint16Array {
  const placeOf = lookup(terms)
  return text => {
    const known = new Uint16Array(text.length)
    let count = 0
    for (let n = 0; n < text.length; n += 1) {
      const at = placeOf(text[n] ?? 0)
      if (at === -1) continue
      known[count] = at
      count += 1
    }
    return known.slice(0, count)
  }
}

export function indexedTermEmbedder({ dimensions, terms, weights, places }: StatisticalModel) {
  // Texts are placed by the hundred, so their terms are counted without making anything anew.
  const times = new Uint32Array(terms.length)
  return (known: Uint16Array): Float32Array => {
    const vector = new Float32Array(dimensions)
    let squares = 0
    for (const at of countedIn(known, times)) {
      const value = (1 + Math.log(times[at] ?? 1)) * (weights[at] ?? 0)
      squares += value * value
      times[at] = 0
      for (let dimension = 0, place = at * dimensions; dimension < dimensions; dimension += 1, place += 1)
        vector[dimension] = (vector[dimension] ?? 0) + value * (places[place] ?? 0)
    }
    const length = Math.sqrt(squares) || 1
    for (let dimension = 0; dimension < dimensions; dimension += 1)
      vector[dimension] = (vector[dimension] ?? 0) / length
    return vector
  }
}

/** Where each term stands in a list, -1 for others: what a map would tell, several times as fast for such numbers. */
function lookup(terms: Uint32Array): (term: number) => number {
  const mask = 2 ** Math.ceil(Math.log2(4 * terms.length + 1)) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const slotOf = (term: number) => {
    let slot = term & mask
    for (let at = slots[slot] ?? -1; at !== -1 && terms[at] !== term; at = slots[slot] ?? -1) slot = (slot + 1) & mask
    return slot
  }
  terms.forEach((term, at) => {
    slots[slotOf(term)] = at
  })
  return term => slots[slotOf(term)] ?? -1
}

/** Each known term once; how often it stands there is in `times`. */
function countedIn(known: Uint16Array, times: Uint32Array): number[] {
  const found: number[] = []
  for (let n = 0; n < known.length; n += 1) {
    const at = known[n] ?? 0
    if (times[at] === 0) found.push(at)
    times[at] = (times[at] ?? 0) + 1
  }
  return found
}

const STOP_NUMBERS: ReadonlySet<number> = new Set([...STOP_WORDS].map(termNumber))

function documentCounts(texts: readonly Uint32Array[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const text of texts) for (const term of new Set(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function weigh(text: Uint32Array, known: { index: ReadonlyMap<number, number>; weights: Float32Array }): Sparse {
  const times = new Map<number, number>()
  for (const term of text) {
    const at = known.index.get(term)
    if (at !== undefined) times.set(at, (times.get(at) ?? 0) + 1)
  }
  const values = Float32Array.from(times, ([at, count]) => (1 + Math.log(count)) * (known.weights[at] ?? 0))
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1
  return { at: Uint32Array.from(times.keys()), values: values.map(value => value / length) }
}

/** The directions in which the texts differ most, by subspace iteration; the same texts always give the same ones. */
function follow(rows: readonly Sparse[], { width, count }: { width: number; count: number }): Float64Array[] {
  let seed = 42
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32 - 0.5
  }
  let directions: Float64Array[] = Array.from({ length: count }, () => Float64Array.from({ length: width }, random))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let n = 0; n < CARRIED; n += 1) directions = directions.map(direction => through(rows, direction))
    straighten(directions)
  }
  return directions
}

/** One direction carried to the texts and back to the terms. */
function through(rows: readonly Sparse[], direction: Float64Array): Float64Array {
  const result = new Float64Array(direction.length)
  for (const { at, values } of rows) {
    let sum = 0
    for (let n = 0; n < at.length; n += 1) sum += (values[n] ?? 0) * (direction[at[n] ?? 0] ?? 0)
    for (let n = 0; n < at.length; n += 1) {
      const place = at[n] ?? 0
      result[place] = (result[place] ?? 0) + (values[n] ?? 0) * sum
    }
  }
  return result
}

/** Gram-Schmidt: each direction keeps what the earlier ones do not say. */
function straighten(directions: readonly Float64Array[]): void {
  directions.forEach((direction, n) => {
    for (const earlier of directions.slice(0, n)) subtract(direction, earlier, dot(direction, earlier))
    const length = Math.sqrt(dot(direction, direction)) || 1
    for (let at = 0; at < direction.length; at += 1) direction[at] = (direction[at] ?? 0) / length
  })
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function subtract(from: Float64Array, other: Float64Array, times: number): void {
  for (let at = 0; at < from.length; at += 1) from[at] = (from[at] ?? 0) - times * (other[at] ?? 0)
}
