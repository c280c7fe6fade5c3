import type { Meaning } from '../../search/port.ts'
import { splitLines } from '../index/cut/cut.ts'
import type { CodeIndex } from '../index/database.ts'
import { type Engine, indexSummaryOf, isDamage, type RefreshOptions } from '../index/engine.ts'
import { readText } from '../index/files/read-text.ts'
import type { AnswerSource, Purpose, SearchAnswer } from '../model.ts'
import { embedQuestion } from './embed-question.ts'
import { citationsFor, type IndexedPassage, rarityIn } from './passages.ts'
import { type ReadQuestion, readQuestion, type ThreadTopic } from './read-question.ts'
import { whyFound } from './why.ts'

export interface SearchQuestion {
  readonly question: string
  readonly limit: number
  /** Unless set, by what the text looks like: who reports a bug looks for code to change. */
  readonly purpose?: Purpose | undefined
  readonly topic?: ThreadTopic | undefined
}

/** Times a file may change while it is looked at before the answer does without it. */
const ROUNDS = 3

/** The best passages, each as it stands in its file at this moment. */
export function findIn(engine: Engine, question: SearchQuestion, options: RefreshOptions = {}): Promise<SearchAnswer> {
  return engine.exclusively(() => findNow(engine, question, options))
}

async function findNow(engine: Engine, question: SearchQuestion, options: RefreshOptions): Promise<SearchAnswer> {
  for (let round = 1; ; round += 1) {
    const index = await engine.refresh(options)
    try {
      const asked = readQuestion(question, rarityIn(index))
      const { meaning, notice } = await embedQuestion(index, engine.tree, asked, options.signal)
      const { sources, stale } = cite(engine, index, { asked, limit: question.limit, meaning })
      if (!stale || round === ROUNDS)
        return { sources, index: indexSummaryOf(index), ...(notice !== undefined && { notice }) }
    } catch (error) {
      if (round === ROUNDS || !isDamage(error, index.file)) throw error
      await engine.refresh({ ...options, rebuild: true })
    }
  }
}

function cite(
  { tree }: Engine,
  index: CodeIndex,
  { asked, limit, meaning }: { asked: ReadQuestion; limit: number; meaning: Meaning | undefined },
): { sources: AnswerSource[]; stale: boolean } {
  const sources: AnswerSource[] = []
  let stale = false
  for (const found of citationsFor(index, asked, { meaning })) {
    const read = readText(tree.root, found.path)
    if (read.kind === 'text' && read.hash === found.hash) sources.push(toSource(found, splitLines(read.text), asked))
    else stale = true
    if (sources.length === limit) break
  }
  return { sources, stale }
}

function toSource(
  { path, first, last, symbols, language, score }: IndexedPassage,
  lines: readonly string[],
  { parts: [{ text }] }: ReadQuestion,
): AnswerSource {
  const symbol = symbols.at(-1)
  const why = whyFound(text, lines, { path, symbols, lines: [first, last] })
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
