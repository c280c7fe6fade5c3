import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Engine } from '../src/ask/index/engine.ts'
import { comparedRows } from './ask-compare.ts'
import { readQuestions, sources } from './ask-corpus.ts'
import { functionRows } from './ask-functions.ts'
import { itemsOf } from './ask-lines.ts'
import { strangerRows, textsIn } from './ask-strangers.ts'
import { makeTree, timeRows } from './ask-times.ts'
import type { Row } from './row.ts'

/** Which citations answer, beside plain baselines; then times beside parsing and bare FTS5. */
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
      ...(await questionRows(code)),
      ...(await functionRows(folder)),
      ...(await strangerRows()),
      ...(await timeRows(await makeTree(code, path.join(folder, 'tree')), asked)),
    ]
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

const FIRST_RELEASE = { 'hit@1': 71.9, 'hit@5': 91.6, 'hit@10': 94.6, 'lines@5': 79.3, 'recall@5': 77.1, MRR: 80.2 }

async function questionRows(code: string): Promise<Row[]> {
  const engine = new Engine({ root: code, git: false })
  const index = await engine.refresh()
  const items = await itemsOf(code, readQuestions())
  const rows = comparedRows('questions', { index, items, texts: await textsIn(code), before: FIRST_RELEASE })
  engine.close()
  return rows
}
