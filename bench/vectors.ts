import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { MEMORY_RANKING } from '../src/memory/sqlite/schema.ts'
import { openSearchIndex } from '../src/search/open.ts'
import type { Meaning } from '../src/search/port.ts'
import { searchSchema } from '../src/search/schema.ts'
import { localEmbedder } from '../src/search/vectors/local/embedder.ts'
import { MINILM } from '../src/search/vectors/local/package.ts'
import { openDatabase } from '../src/store/database/sqlite.ts'
import { type Measures, mean, measureEach, readSet, type TestSet } from './memory-recall.ts'
import type { Row } from './row.ts'

const WEIGHTS = [0.3, 0.6, 1]
const NEAREST = 50
const SAMPLES = 2000
const DATA = process.env['FURROW_BENCH_DATA'] ?? fileURLToPath(new URL('../../shared/data/memory', import.meta.url))
/** Where `furrow ask vectors add local` keeps the weights. */
const FOLDER = process.env['FURROW_BENCH_WEIGHTS'] ?? path.join(os.homedir(), '.furrow/models', MINILM.model)

/** What the model that can be added gains beside words when memory is searched. */
export async function run(): Promise<Row[]> {
  if (!fs.existsSync(DATA) || !fs.existsSync(FOLDER)) {
    console.error(`the benchmark data or the weights (${FOLDER}) are not there; nothing is measured`)
    return []
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-vectors-'))
  try {
    const rows: Row[] = []
    for (const name of ['conversations', 'abstracts'])
      rows.push(...(await setRows(path.join(folder, name), name, readSet(path.join(DATA, name)))))
    return rows
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

type Vectors = readonly { readonly project: string; readonly vector: Float32Array }[]

async function setRows(file: string, name: string, { texts, questions }: TestSet): Promise<Row[]> {
  const embedder = localEmbedder(FOLDER)
  const made = await embedder.embed(texts.map(({ text }) => text))
  const vectors = texts.map(({ project }, at) => ({ project, vector: made[at] ?? new Float32Array() }))
  const asked = await embedder.embed(questions.map(({ query }) => query))
  const wanted = new Map(questions.map(({ query }, at) => [query, asked[at] ?? new Float32Array()]))
  const search = searcher(file, texts)
  const by = (weight: number) =>
    measureEach(questions, (query, project) =>
      search(query, project, meaningOf(vectors, wanted.get(query) ?? new Float32Array(), { project, weight })),
    )
  const words = measureEach(questions, (query, project) => search(query, project))
  return WEIGHTS.flatMap(weight => {
    const figures = by(weight)
    return (['r5', 'r10', 'mrr'] as const).map((key): Row => {
      const [low, high] = intervalOf(figures, words, key)
      const what = { r5: 'recall@5', r10: 'recall@10', mrr: 'MRR' }[key]
      return {
        what: `${name}: ${what} with ${MINILM.model} at weight ${weight} (words alone as base; gain ${low} to ${high})`,
        figure: percent(mean(figures)[key]),
        unit: '%',
        base: percent(mean(words)[key]),
      }
    })
  })
}

type Search = (query: string, project: string, meaning?: Meaning) => string[]

function searcher(file: string, texts: TestSet['texts']): Search {
  const database = openDatabase(file, {
    migrations: [`${searchSchema('bench')} CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT);`],
    synchronous: 'NORMAL',
  })
  const source = { table: 'texts', title: `''`, key: `''`, body: 'text' }
  const index = openSearchIndex(database, 'bench', { ...MEMORY_RANKING, source })
  database.exec('BEGIN')
  for (const [n, { text, project, sitting }] of texts.entries()) {
    database.prepare('INSERT INTO texts VALUES (?, ?)').run(n + 1, text)
    index.put({ id: n + 1, title: '', body: text, group: sitting, at: n, facets: [`project:${project}`] })
  }
  database.exec('COMMIT')
  return (query, project, meaning) => {
    const within = [[`project:${project}`]]
    const hits = index.search({
      query,
      limit: 10,
      now: texts.length,
      within,
      ...(meaning !== undefined && { meaning }),
    })
    return hits.map(({ id }) => texts[id - 1]?.id ?? '')
  }
}

function meaningOf(vectors: Vectors, wanted: Float32Array, { project, weight }: { project: string; weight: number }) {
  const likeness = (id: number) => product(vectors[id - 1]?.vector ?? new Float32Array(), wanted)
  return {
    weight,
    likeness: (ids: readonly number[]) => new Map(ids.map(id => [id, likeness(id)])),
    nearest: () =>
      vectors
        .flatMap((entry, at) => (entry.project === project ? [{ id: at + 1, near: likeness(at + 1) }] : []))
        .sort((a, b) => b.near - a.near)
        .slice(0, NEAREST)
        .map(({ id }) => id),
  }
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let n = 0; n < one.length; n += 1) sum += (one[n] ?? 0) * (other[n] ?? 0)
  return sum
}

/** Of 95 in 100 draws of the questions, with a fixed start. */
function intervalOf(figures: readonly Measures[], base: readonly Measures[], key: 'r5' | 'r10' | 'mrr') {
  const gains = figures.map((row, at) => row[key] - (base[at]?.[key] ?? 0))
  let state = 1
  const drawn = () => {
    state = (state * 48_271) % 2_147_483_647
    return gains[state % gains.length] ?? 0
  }
  const means = Array.from({ length: SAMPLES }, () => gains.reduce(sum => sum + drawn(), 0) / gains.length)
  means.sort((a, b) => a - b)
  return [0.025, 0.975].map(share => percent(means[Math.floor(SAMPLES * share)] ?? 0))
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10
}
