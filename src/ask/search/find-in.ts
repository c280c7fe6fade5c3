import type { Meaning } from '../../search/port.ts'
import { prepared } from '../../store/sqlite.ts'
import { linesOf } from '../index/cut.ts'
import type { CodeIndex } from '../index/database.ts'
import { type Engine, isDamage, type RefreshOptions, summaryOf } from '../index/engine.ts'
import { readText } from '../index/read-text.ts'
import type { Found, Purpose, Source } from '../model.ts'
import { meaningOf } from './meaning.ts'
import { orderPassages, type Passage } from './order.ts'
import { whyFound } from './why.ts'

export interface Question {
  readonly question: string
  readonly limit: number
  readonly purpose: Purpose
}

/** Times a file may change while it is looked at before the answer does without it. */
const ROUNDS = 3

/** The best passages, each as it stands in its file at this moment. */
export function findIn(engine: Engine, question: Question, options: RefreshOptions = {}): Promise<Found> {
  return engine.exclusively(() => findNow(engine, question, options))
}

async function findNow(engine: Engine, question: Question, options: RefreshOptions): Promise<Found> {
  for (let round = 1; ; round += 1) {
    const index = await engine.refresh(options)
    try {
      const { meaning, notice } = await meaningOf(index, engine.tree, question.question, options.signal)
      const { sources, stale } = cite(engine, index, { ...question, ...(meaning !== undefined && { meaning }) })
      if (!stale || round === ROUNDS)
        return { sources, index: summaryOf(index), ...(notice !== undefined && { notice }) }
    } catch (error) {
      if (round === ROUNDS || !isDamage(error, index.file)) throw error
      await engine.refresh({ ...options, rebuild: true })
    }
  }
}

interface Asked {
  readonly question: string
  readonly meaning?: Meaning
}

/** Passages that words lead to; more of them change the order of the best no more. */
const CANDIDATES = 200

export function passagesFor(index: CodeIndex, { question, meaning }: Asked): Row[] {
  const meant = meaning === undefined ? {} : { meaning }
  const best = index.search.best({ query: question, limit: CANDIDATES, now: 0, complete: true, ...meant })
  const rows = prepared(
    index.database,
    `SELECT chunks.id, files.path, hash, first, last, symbols, language FROM json_each(?) CROSS JOIN chunks
     ON chunks.id = json_each.value JOIN files ON files.id = chunks.file`,
  ).all(JSON.stringify(best.map(({ id }) => id))) as unknown as (Omit<Row, 'symbols' | 'score'> & { symbols: string })[]
  const scores = new Map(best.map(({ id, score }) => [id, score]))
  return rows.map(row => ({
    ...row,
    symbols: row.symbols === '' ? [] : row.symbols.split('\n'),
    score: scores.get(row.id) ?? 0,
  }))
}

interface Row extends Passage {
  readonly hash: string
  readonly first: number
  readonly last: number
  readonly language: string
}

function cite(
  { tree }: Engine,
  index: CodeIndex,
  { question, limit, purpose, ...meant }: Question & Asked,
): { sources: Source[]; stale: boolean } {
  const rows = new Map(passagesFor(index, { question, ...meant }).map(row => [row.id, row]))
  const ordered = orderPassages([...rows.values()], { question, purpose })
  const sources: Source[] = []
  let stale = false
  for (const { id, score } of ordered) {
    if (sources.length === limit) break
    const row = rows.get(id)
    const read = row === undefined ? undefined : readText(tree.root, row.path)
    if (row !== undefined && read?.kind === 'text' && read.hash === row.hash)
      sources.push(toSource({ ...row, score }, linesOf(read.text), question))
    else stale = true
  }
  return { sources, stale }
}

function toSource(
  { path, first, last, symbols, language, score }: Row,
  lines: readonly string[],
  question: string,
): Source {
  const symbol = symbols.at(-1)
  const why = whyFound(question, lines, { path, symbols, lines: [first, last] })
  return {
    path,
    lines: [first, last],
    excerpt: lines.slice(first - 1, last).join('\n'),
    score,
    ...(symbol !== undefined && { symbol }),
    language,
    why: why === '' ? 'near in meaning' : why,
  }
}
