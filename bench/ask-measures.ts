export interface FileText {
  readonly path: string
  readonly text: string
}

/** A citation: lines from 1, both included. */
export interface Passage {
  readonly path: string
  readonly first: number
  readonly last: number
}

/** Citations in order, the best first. */
export type PassageRanker = (question: string) => Passage[]

/** A question with the files that answer it and, where they are known, the lines. */
export interface Item {
  readonly question: string
  /** What no weight may be chosen on when it is reported. */
  readonly repository: string
  readonly files: readonly string[]
  readonly lines: readonly Passage[]
}

export const MEASURES = ['hit@1', 'hit@5', 'hit@10', 'lines@5', 'recall@5', 'MRR'] as const
export type Measure = (typeof MEASURES)[number]
/** Nothing where the question has no lines. */
export type Figures = Readonly<Record<Measure, number | undefined>>

/** The rank of a file is that of its best citation; lines are found when a citation shares one with them. */
export function measure({ files, lines }: Item, cited: readonly Passage[]): Figures {
  const first = cited.findIndex(({ path }) => files.includes(path))
  const within = (k: number) => (first !== -1 && first < k ? 1 : 0)
  const five = cited.slice(0, 5)
  return {
    'hit@1': within(1),
    'hit@5': within(5),
    'hit@10': within(10),
    'lines@5': lines.length === 0 ? undefined : Number(five.some(passage => lines.some(gold => meets(passage, gold)))),
    'recall@5': files.filter(file => five.some(({ path }) => path === file)).length / Math.max(1, files.length),
    MRR: first === -1 || first >= 10 ? 0 : 1 / (first + 1),
  }
}

function meets(one: Passage, other: Passage): boolean {
  return one.path === other.path && one.first <= other.last && other.first <= one.last
}

export function mean(rows: readonly Figures[], name: Measure): number {
  const values = valuesOf(rows, name)
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function valuesOf(rows: readonly Figures[], name: Measure): number[] {
  return rows.flatMap(row => row[name] ?? [])
}

const DRAWS = 2000

/** The 95 % interval of how much the one is ahead of the other on the same items, by drawing the items again. */
export function intervalOfGain(ours: readonly Figures[], theirs: readonly Figures[], name: Measure): [number, number] {
  const [one, other] = [valuesOf(ours, name), valuesOf(theirs, name)]
  const gains = one.map((value, at) => value - (other[at] ?? 0))
  const random = seeded(1)
  const draws = Array.from({ length: DRAWS }, () => {
    let sum = 0
    for (let n = 0; n < gains.length; n += 1) sum += gains[Math.floor(random() * gains.length)] ?? 0
    return sum / Math.max(1, gains.length)
  }).sort((a, b) => a - b)
  return [draws[Math.floor(DRAWS * 0.025)] ?? 0, draws[Math.floor(DRAWS * 0.975)] ?? 0]
}

/** The same draws in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
