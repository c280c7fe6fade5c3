import fs from 'node:fs'
import path from 'node:path'
import { Engine } from '../src/ask/index/engine.ts'
import { comparedRows } from './ask-compare.ts'
import { readFunctions } from './ask-corpus.ts'
import type { Row } from './row.ts'

const FIRST_RELEASE = { 'hit@1': 26.2, 'hit@5': 53.2, 'hit@10': 63.2, 'recall@5': 53.2, MRR: 37.8 }
/** The functions have no repository; a fifth of the questions is left out at a time. */
const FOLDS = 5

/** Each function is a file of its own; a question in the words of the web is to find the right one. */
export async function functionRows(folder: string): Promise<Row[]> {
  const { texts, questions } = readFunctions()
  if (texts.length === 0) return []
  const root = path.join(folder, 'functions')
  fs.mkdirSync(root, { recursive: true })
  for (const { id, text } of texts) fs.writeFileSync(path.join(root, `${id}.py`), text)
  const engine = new Engine({ root, git: false })
  const index = await engine.refresh()
  const items = questions.map(({ query, gold }, at) => ({
    question: query,
    repository: String(at % FOLDS),
    files: gold.map(id => `${id}.py`),
    lines: [],
  }))
  const files = texts.map(({ id, text }) => ({ path: `${id}.py`, text }))
  const rows = comparedRows('functions', { index, items, texts: files, before: FIRST_RELEASE })
  engine.close()
  return rows
}
