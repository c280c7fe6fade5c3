import type { CodeIndex } from '../src/ask/index/database.ts'
import { termsOf } from '../src/search/words/tokenize.ts'
import { prepared } from '../src/store/database/sqlite.ts'
import {
  type Figures,
  type FileText,
  type Item,
  intervalOfGain,
  MEASURES,
  type Measure,
  mean,
  measure,
  type Passage,
  type PassageRanker,
} from './ask-measures.ts'
import { citedByEach, VARIANTS } from './ask-ours.ts'
import { plainRanker, windowBaseline } from './ask-windows.ts'
import type { Row } from './row.ts'

/** What version 0.1 reached on the same items. */
export type Before = Readonly<Partial<Record<Measure, number>>>

/** Ours beside what anybody could do, and every signal left out by itself. */
export function comparedRows(set: string, { index, items, texts, before }: Comparing): Row[] {
  const windows = ranked(items, windowBaseline(texts))
  const chunks = ranked(items, chunkBaseline(index, texts))
  const byVariant = variantFigures(index, items)
  const whole = byVariant[0] ?? []
  const held = leftOut(items, byVariant)
  const measures = MEASURES.filter(name => items.some((_, at) => whole[at]?.[name] !== undefined))
  return [
    ...measures.map((name): Row => {
      const [low, high] = intervalOfGain(held, windows, name).map(percent)
      const others = `our passages ${percent(mean(chunks, name))}, 0.1 ${before[name] ?? '-'}, all weights as they are ${percent(mean(whole, name))}`
      const [figure, base] = [percent(mean(held, name)), percent(mean(windows, name))]
      return {
        what: `${set}: ${name}, each repository left out (${others}; gain over windows ${low} to ${high}; BM25 over 40-line windows as base)`,
        figure,
        unit: '%',
        base,
        ratio: figure / base,
      }
    }),
    ...ablationRows(set, byVariant, measures),
  ]
}

export interface Comparing {
  readonly index: CodeIndex
  readonly items: readonly Item[]
  readonly texts: readonly FileText[]
  readonly before: Before
}

function ranked(items: readonly Item[], rank: PassageRanker): Figures[] {
  return items.map(item => measure(item, rank(item.question)))
}

/** BM25 over the passages of our index, ranked as the windows are. */
function chunkBaseline({ database }: CodeIndex, texts: readonly FileText[]): PassageRanker {
  const lines = new Map(texts.map(({ path, text }) => [path, text.split('\n')]))
  const sql = 'SELECT files.path, first, last FROM chunks JOIN files ON files.id = chunks.file ORDER BY chunks.id'
  const passages = prepared(database, sql).all() as unknown as Passage[]
  return plainRanker(
    passages.map(passage => {
      const head = termsOf(passage.path)
      const body = (lines.get(passage.path) ?? []).slice(passage.first - 1, passage.last)
      return { passage, terms: [...head, ...head, ...termsOf(body.join('\n'))] }
    }),
  )
}

/** Of each variant, what each item came to. */
function variantFigures(index: CodeIndex, items: readonly Item[]): Figures[][] {
  const byItem = items.map(item =>
    citedByEach(index, { question: item.question }, VARIANTS).map(passages => measure(item, passages)),
  )
  return VARIANTS.map((_, at) => byItem.flatMap(figures => figures[at] ?? []))
}

/** For each repository the variant that is best on all others, measured on that one. */
function leftOut(items: readonly Item[], byVariant: readonly (readonly Figures[])[]): Figures[] {
  const repositories = new Set(items.map(({ repository }) => repository))
  const best = new Map([...repositories].map(repository => [repository, bestWithout(repository, items, byVariant)]))
  return items.flatMap(({ repository }, at) => best.get(repository)?.[at] ?? [])
}

function bestWithout(repository: string, items: readonly Item[], byVariant: readonly (readonly Figures[])[]) {
  const worth = (figures: readonly Figures[]) => {
    const others = figures.filter((_, at) => items[at]?.repository !== repository)
    return mean(others, 'hit@5') + mean(others, 'lines@5') + mean(others, 'recall@5') + mean(others, 'MRR')
  }
  return [...byVariant].sort((a, b) => worth(b) - worth(a))[0]
}

function ablationRows(set: string, byVariant: readonly (readonly Figures[])[], measures: readonly Measure[]): Row[] {
  const whole = byVariant[0] ?? []
  const told = measures.filter(name => name === 'hit@5' || name === 'lines@5' || name === 'MRR')
  return VARIANTS.slice(1).flatMap(({ name }, at) => {
    const figures = byVariant[at + 1] ?? []
    const gains = told.map(each => {
      const [low, high] = intervalOfGain(whole, figures, each).map(percent)
      return `${each} ${percent(mean(whole, each) - mean(figures, each))} (${low} to ${high})`
    })
    return {
      what: `${set}: what ${name} gains: ${gains.join(', ')}; recall@5`,
      figure: percent(mean(whole, 'recall@5') - mean(figures, 'recall@5')),
      unit: 'points',
    }
  })
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10
}
