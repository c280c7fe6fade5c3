import fs from 'node:fs'
import path from 'node:path'
import type { CodeIndex } from '../src/ask/index/database.ts'
import { vectorsOf } from '../src/ask/index/list-files.ts'
import { passagesFor } from '../src/ask/search/find-in.ts'
import { learned } from '../src/ask/search/meaning.ts'
import { orderPassages } from '../src/ask/search/order.ts'
import { STOP_WORDS } from '../src/search/stop-words.ts'
import type { VectorSettings } from '../src/search/vectors/configured.ts'
import { type Database, openDatabase } from '../src/store/sqlite.ts'
import type { CodeQuestion } from './ask-corpus.ts'

export interface FileText {
  readonly path: string
  readonly text: string
}

/** Files in the order of their best citation. */
export type FileRanker = (question: string) => string[]

export interface FileMeasures {
  readonly hit1: number
  readonly hit5: number
  readonly hit10: number
  readonly recall5: number
  readonly recall10: number
  readonly mrr: number
}

export function measureFiles(questions: readonly CodeQuestion[], rank: FileRanker): FileMeasures {
  const rows = questions.map(({ question, files }) => {
    const hits = rank(question).map(file => files.includes(file))
    const first = hits.indexOf(true)
    const within = (k: number) => (first !== -1 && first < k ? 1 : 0)
    const share = (k: number) => hits.slice(0, k).filter(Boolean).length / files.length
    return {
      hit1: within(1),
      hit5: within(5),
      hit10: within(10),
      recall5: share(5),
      recall10: share(10),
      mrr: within(10) / (first + 1 || 1),
    }
  })
  const mean = (key: keyof FileMeasures) => rows.reduce((sum, row) => sum + row[key], 0) / rows.length
  return {
    hit1: mean('hit1'),
    hit5: mean('hit5'),
    hit10: mean('hit10'),
    recall5: mean('recall5'),
    recall10: mean('recall10'),
    mrr: mean('mrr'),
  }
}

/** As a question is answered: a citation after the other, each of another file. Without vectors, by words alone. */
export function ours(index: CodeIndex, { weight }: VectorSettings = vectorsOf({ root: '', git: false })): FileRanker {
  return question => {
    const asked = { question, ...(weight > 0 && learned(index, weight, question)) }
    const ordered = orderPassages(passagesFor(index, asked), { question, purpose: 'explain' })
    return [...new Set(ordered.map(passage => passage.path))].slice(0, 10)
  }
}

export const NO_VECTORS = { provider: 'off', weight: 0 } as const

const [LINES, STEP] = [40, 35]

/** The reference: windows of 40 lines, the share of the question's words that occur, by how rare they are. */
export function wordOverlap(files: readonly FileText[]): FileRanker {
  const windows = files.flatMap(({ path: file, text }) => {
    const lines = text.split('\n')
    const starts = Array.from({ length: Math.max(1, Math.ceil((lines.length - 5) / STEP)) }, (_, n) => n * STEP)
    return starts.map(start => ({ file, words: new Set(wordsOf(lines.slice(start, start + LINES).join('\n'))) }))
  })
  const counts = new Map<string, number>()
  for (const { words } of windows) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(windows.length / (1 + (counts.get(word) ?? 0)))
  return question => {
    const asked = [...new Set(wordsOf(question))].map(word => [word, rarity(word)] as const)
    const scored = windows.map(({ file, words }) => ({
      file,
      score: asked.reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0),
    }))
    scored.sort((a, b) => b.score - a.score)
    return [...new Set(scored.slice(0, 300).map(({ file }) => file))].slice(0, 10)
  }
}

function wordsOf(text: string): string[] {
  const parted = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
  return (parted.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter(word => word.length >= 3)
}

/** The textbook: FTS5 over texts as they are, porter, any word, no stop words. */
export class PlainBm25 {
  readonly #database: Database

  constructor(file: string, texts: Iterable<FileText>) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    this.#database = openDatabase(file, {
      migrations: [
        `CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT);
         CREATE VIRTUAL TABLE texts USING fts5 (text, content = '', tokenize = 'porter unicode61');`,
      ],
      synchronous: 'NORMAL',
    })
    this.#database.exec('BEGIN')
    const [name, text] = ['INSERT INTO names VALUES (?, ?)', 'INSERT INTO texts (rowid, text) VALUES (?, ?)'].map(sql =>
      this.#database.prepare(sql),
    )
    let id = 0
    for (const each of texts) {
      id += 1
      name?.run(id, each.path)
      text?.run(id, each.text)
    }
    this.#database.exec('COMMIT')
  }

  rank(question: string): string[] {
    const words = question.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '' && !STOP_WORDS.has(word.toLowerCase()))
    if (words.length === 0) return []
    const rows = this.#database
      .prepare(
        'SELECT name FROM texts JOIN names ON names.id = texts.rowid WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT 10',
      )
      .all(words.map(word => `"${word}"`).join(' OR '))
    return (rows as unknown as { name: string }[]).map(row => row.name)
  }
}
