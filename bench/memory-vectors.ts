import path from 'node:path'
import { packTerms, unpackTerms } from '../src/search/packed.ts'
import type { Meaning } from '../src/search/port.ts'
import { termsOf } from '../src/search/tokenize.ts'
import { likeness, packVector, unit } from '../src/search/vectors/packed.ts'
import { placing, train } from '../src/search/vectors/statistical.ts'
import { type Measures, mean, measureEach, ours, type Question, type Text } from './memory-recall.ts'
import type { Row } from './row.ts'

const WEIGHTS = [0.1, 0.3, 0.6]
const DRAWS = 2000

/** Statistical vectors for the longer texts beside words alone, by weight, with what chance alone could make of the difference. */
export function vectorRows(
  folder: string,
  set: string,
  { texts, questions }: { texts: readonly Text[]; questions: readonly Question[] },
): Row[] {
  const numbers = (text: string) => unpackTerms(packTerms(termsOf(text)))
  const packed = texts.map(({ text }) => numbers(text))
  const place = placing(train(packed))
  const vectors = packed.map(text => packVector(place(text)))
  const words = measureEach(questions, ours(path.join(folder, `${set}-words.db`), texts))
  return WEIGHTS.flatMap(weight => {
    const meaning = (query: string) => meaningOf(unit(place(numbers(query))), { vectors, weight })
    const file = path.join(folder, `${set}-vectors-${weight}.db`)
    const with_ = measureEach(questions, ours(file, texts, { meaning }))
    return (['r10', 'mrr'] as const).map(key => rowFor({ set, weight, key, words, with_ }))
  })
}

function meaningOf(query: Float32Array, { vectors, weight }: { vectors: Uint8Array[]; weight: number }): Meaning {
  const near = vectors.map((vector, at) => [at + 1, likeness(vector, query) ?? 0] as const)
  return {
    weight,
    shortWeight: 0,
    nearest: count =>
      [...near]
        .sort((a, b) => b[1] - a[1])
        .slice(0, count)
        .map(([id]) => id),
    likeness: ids => new Map(ids.map(id => [id, near[id - 1]?.[1] ?? 0])),
  }
}

interface Compared {
  readonly set: string
  readonly weight: number
  readonly key: 'r10' | 'mrr'
  readonly words: readonly Measures[]
  readonly with_: readonly Measures[]
}

function rowFor({ set, weight, key, words, with_ }: Compared): Row {
  const differences = words.map((row, at) => (with_[at]?.[key] ?? 0) - row[key])
  const [low, high] = bounds(differences).map(percent)
  const name = key === 'r10' ? 'recall@10' : 'MRR'
  return {
    what: `${set}: ${name} with statistical vectors at ${weight} (difference ${low} to ${high} at 95 %, words as base)`,
    figure: percent(mean(with_)[key]),
    unit: '%',
    base: percent(mean(words)[key]),
    ratio: mean(with_)[key] / mean(words)[key],
  }
}

/** Paired bootstrap: the questions drawn again with replacement, many times. */
function bounds(differences: readonly number[]): [number, number] {
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0
    for (let n = 0; n < differences.length; n += 1) sum += differences[Math.floor(random() * differences.length)] ?? 0
    return sum / differences.length
  }).sort((a, b) => a - b)
  return [means[Math.floor(DRAWS * 0.025)] ?? 0, means[Math.floor(DRAWS * 0.975)] ?? 0]
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10
}
