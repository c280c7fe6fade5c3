import { prepared } from '../../store/sqlite.ts'
import type { CodeIndex } from '../index/database.ts'
import { type Engine, summaryOf } from '../index/engine.ts'
import { readText } from '../index/read-text.ts'
import type { Found, Purpose, Source } from '../model.ts'

export interface Question {
  readonly question: string
  readonly limit: number
  readonly purpose: Purpose
}

/** Times a file may change while it is looked at before the answer does without it. */
const ROUNDS = 3

/** The best passages, each as it stands in its file at this moment. */
export async function findIn(engine: Engine, question: Question, signal?: AbortSignal): Promise<Found> {
  for (let round = 1; ; round += 1) {
    const index = await engine.refresh(signal === undefined ? {} : { signal })
    const { sources, stale } = cite(engine, index, question)
    if (!stale || round === ROUNDS) return { sources, index: summaryOf(index) }
  }
}

interface Row {
  readonly path: string
  readonly hash: string
  readonly first: number
  readonly last: number
  readonly symbol: string | null
  readonly language: string | null
}

function cite(
  { tree }: Engine,
  index: CodeIndex,
  { question, limit }: Question,
): { sources: Source[]; stale: boolean } {
  const hits = index.search.search({ query: question, limit, now: 0 })
  const sources: Source[] = []
  let stale = false
  for (const { id, score } of hits) {
    const row = prepared(
      index.database,
      `SELECT path, hash, first, last, symbol, language FROM chunks JOIN files ON files.id = chunks.file
       WHERE chunks.id = ?`,
    ).get(id) as unknown as Row
    const read = readText(tree.root, row.path)
    if (read.kind !== 'text' || read.hash !== row.hash) {
      stale = true
      continue
    }
    const excerpt = read.text
      .split('\n')
      .slice(row.first - 1, row.last)
      .join('\n')
    sources.push({
      path: row.path,
      lines: [row.first, row.last],
      excerpt,
      score,
      ...(row.symbol !== null && { symbol: row.symbol }),
      ...(row.language !== null && { language: row.language }),
    })
  }
  return { sources, stale }
}
