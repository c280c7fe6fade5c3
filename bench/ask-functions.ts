import fs from 'node:fs'
import path from 'node:path'
import { Engine } from '../src/ask/index/engine.ts'
import type { FunctionSet } from './ask-corpus.ts'
import { type FileMeasures, measureFiles, NO_VECTORS, ours, PlainBm25 } from './ask-quality.ts'

/** Each function is a file of its own; a question in the words of the web is to find the right one. */
export async function functionMeasures(folder: string, { texts, questions }: FunctionSet) {
  const root = path.join(folder, 'functions')
  fs.mkdirSync(root, { recursive: true })
  for (const { id, text } of texts) fs.writeFileSync(path.join(root, `${id}.py`), text)
  const engine = new Engine({ root, git: false })
  const index = await engine.refresh()
  const asked = questions.map(({ query, gold }) => ({ question: query, files: gold.map(id => `${id}.py`) }))
  const plain = new PlainBm25(
    path.join(folder, 'functions-plain.db'),
    texts.map(({ id, text }) => ({ path: `${id}.py`, text })),
  )
  const found: { BM25: FileMeasures; ours: FileMeasures; words: FileMeasures } = {
    BM25: measureFiles(asked, question => plain.rank(question)),
    ours: measureFiles(asked, ours(index)),
    words: measureFiles(asked, ours(index, NO_VECTORS)),
  }
  engine.close()
  return found
}
