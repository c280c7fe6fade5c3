import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Engine } from '../src/ask/index/engine.ts'
import { listFiles } from '../src/ask/index/list-files.ts'
import { readText } from '../src/ask/index/read-text.ts'
import { readFunctions, readQuestions, sources } from './ask-corpus.ts'
import { functionMeasures } from './ask-functions.ts'
import {
  type FileMeasures,
  type FileText,
  measureFiles,
  NO_VECTORS,
  ours,
  PlainBm25,
  wordOverlap,
} from './ask-quality.ts'
import { makeTree, timeRows } from './ask-times.ts'
import type { Row } from './row.ts'

/** Which file answers, beside the reference's word overlap and plain BM25; then times beside parsing and bare FTS5. */
export async function run(): Promise<Row[]> {
  const code = sources()
  const questions = readQuestions()
  if (code === undefined || questions.length === 0) {
    console.error('the benchmark data for ask is not there; nothing is measured')
    return []
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-ask-'))
  try {
    const asked = questions.map(({ question }) => question)
    return [
      ...(await questionRows(folder, code)),
      ...(await functionRows(folder)),
      ...(await timeRows(await makeTree(code, path.join(folder, 'tree')), asked)),
    ]
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

async function questionRows(folder: string, code: string): Promise<Row[]> {
  const questions = readQuestions()
  const engine = new Engine({ root: code, git: false })
  const index = await engine.refresh()
  const texts = (await listFiles(engine.tree)).flatMap(({ path: file, skipped }): FileText[] => {
    const read = skipped === undefined ? readText(code, file) : undefined
    return read?.kind === 'text' ? [{ path: file, text: read.text }] : []
  })
  const plain = new PlainBm25(path.join(folder, 'plain.db'), texts)
  const overlap = measureFiles(questions, wordOverlap(texts))
  const rows = compared('questions', {
    BM25: measureFiles(questions, question => plain.rank(question)),
    ours: measureFiles(questions, ours(index)),
    words: measureFiles(questions, ours(index, NO_VECTORS)),
    overlap,
  })
  engine.close()
  return rows
}

async function functionRows(folder: string): Promise<Row[]> {
  const set = readFunctions()
  return set.texts.length === 0 ? [] : compared('functions', await functionMeasures(folder, set))
}

const NAMES = {
  hit1: 'hit@1',
  hit5: 'hit@5',
  hit10: 'hit@10',
  recall5: 'recall@5',
  recall10: 'recall@10',
  mrr: 'MRR',
} as const

interface Compared {
  readonly BM25: FileMeasures
  readonly ours: FileMeasures
  /** Ours without vectors. */
  readonly words: FileMeasures
  readonly overlap?: FileMeasures
}

function compared(set: string, found: Compared): Row[] {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[]).map(key => {
    const [base, figure] = [percent(found.BM25[key]), percent(found.ours[key])]
    const reference = found.overlap === undefined ? '' : `word overlap ${percent(found.overlap[key])}, `
    const words = `words alone ${percent(found.words[key])}, `
    return {
      what: `${set}: ${NAMES[key]} (${reference}${words}BM25 as base)`,
      figure,
      unit: '%',
      base,
      ratio: figure / base,
    }
  })
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10
}
