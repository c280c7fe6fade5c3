import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { baselines, type Measures, measure, ours, readSet } from './memory-recall.ts'
import { timesAt } from './memory-times.ts'
import { vectorRows } from './memory-vectors.ts'
import type { Row } from './row.ts'

/** Quality on the development data beside the peers' way and plain BM25, then times beside the bare statement. */
export async function run(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-memory-'))
  try {
    const sizes = (process.env['FURROW_BENCH_SIZES'] ?? '10000,100000').split(',').map(Number)
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
  return ['conversations', 'abstracts'].flatMap(set => {
    const { texts, questions } = readSet(path.join(data, set))
    const peers = baselines(path.join(folder, `${set}-peers.db`), texts)
    const found: Record<string, Measures> = {
      'every word': measure(questions, peers.all),
      BM25: measure(questions, peers.any),
      ours: measure(questions, ours(path.join(folder, `${set}-ours.db`), texts)),
    }
    const names = { r5: 'recall@5', r10: 'recall@10', mrr: 'MRR', zero: 'nothing found' } as const
    const quality = (Object.keys(names) as (keyof typeof names)[]).map(key => {
      const [base, figure] = [percent(found['BM25']?.[key]), percent(found['ours']?.[key])]
      const all = percent(found['every word']?.[key])
      return {
        what: `${set}: ${names[key]} (every word ${all}, BM25 as base)`,
        figure,
        unit: '%',
        base,
        ...(base > 0 && { ratio: figure / base }),
      }
    })
    return [...quality, ...vectorRows(folder, set, { texts, questions })]
  })
}

function percent(share: number | undefined): number {
  return Math.round((share ?? 0) * 1000) / 10
}
