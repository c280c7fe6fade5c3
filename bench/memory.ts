import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { longNoteConditions } from './memory-conditions.ts'
import { ownQuestions } from './memory-questions.ts'
import { baselines, byKind, measure, ours, readSet, type Searcher, type TestSet } from './memory-recall.ts'
import { timesAt } from './memory-times.ts'
import type { Row } from './row.ts'

/** Quality on the development data beside the peers' way and plain BM25, then times beside the bare statement. */
export async function run(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-memory-'))
  try {
    const sizes = (process.env['FURROW_BENCH_SIZES'] ?? '10000,100000')
      .split(',')
      .map(Number)
      .filter(size => size > 0)
    const times: Row[] = []
    for (const size of sizes) times.push(...(await timesAt(folder, size)))
    return [...qualityRows(folder), ...times]
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function qualityRows(folder: string): Row[] {
  const data = process.env['FURROW_BENCH_DATA'] ?? fileURLToPath(new URL('../../shared/data/memory', import.meta.url))
  if (!fs.existsSync(data)) {
    console.error('the benchmark data for memory is not there; its recall is not measured')
    return []
  }
  const [conversations, abstracts] = [readSet(path.join(data, 'conversations')), readSet(path.join(data, 'abstracts'))]
  const sets = { conversations, abstracts, ...longNoteConditions(conversations, abstracts) }
  return [
    ...Object.entries(sets).flatMap(([name, set], n) => setRows(path.join(folder, `set-${n}`), name, set)),
    ...kindRows(path.join(folder, 'kinds'), 'conversations', conversations),
    ...ownRows(path.join(folder, 'own'), conversations),
  ]
}

function setRows(file: string, name: string, { texts, questions }: TestSet): Row[] {
  const peers = baselines(`${file}-peers.db`, texts)
  const all = measure(questions, peers.all)
  const [base, figures] = [measure(questions, peers.any), measure(questions, ours(`${file}-ours.db`, texts))]
  const names = { r5: 'recall@5', r10: 'recall@10', mrr: 'MRR', zero: 'nothing found' } as const
  return (Object.keys(names) as (keyof typeof names)[]).map(key =>
    beside(`${name}: ${names[key]} (every word ${percent(all[key])}, BM25 as base)`, figures[key], base[key]),
  )
}

/** Each kind of question by itself. */
function kindRows(file: string, name: string, { texts, questions }: TestSet): Row[] {
  const [bm25, search] = [baselines(`${file}-peers.db`, texts).any, ours(`${file}-ours.db`, texts)]
  return [...byKind(questions)].map(([kind, asked]) =>
    beside(
      `${name}, ${kind} (${asked.length}): recall@10 (BM25 as base)`,
      measure(asked, search).r10,
      measure(asked, bm25).r10,
    ),
  )
}

/** Own questions about what changed, contradicts or is preferred: the later note first; and those that no note answers. */
function ownRows(file: string, { texts: among }: TestSet): Row[] {
  const { texts, questions } = ownQuestions(among)
  const [bm25, search] = [baselines(`${file}-peers.db`, texts).any, ours(`${file}-ours.db`, texts, { abstains: true })]
  return [...byKind(questions)].map(([kind, asked]) => {
    const share = (found: Searcher) =>
      asked.filter(({ query, project, gold }) => found(query, project)[0] === gold[0]).length / asked.length
    const what = kind === 'no answer' ? 'nothing is answered' : 'the note that holds now is first'
    return beside(`own questions, ${kind} (${asked.length}): ${what} (BM25 as base)`, share(search), share(bm25))
  })
}

function beside(what: string, figure: number, base: number): Row {
  return {
    what,
    figure: percent(figure),
    unit: '%',
    base: percent(base),
    ...(base > 0 && { ratio: figure / base }),
  }
}

function percent(share: number | undefined): number {
  return Math.round((share ?? 0) * 1000) / 10
}
