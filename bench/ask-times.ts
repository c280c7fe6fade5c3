import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { languageOf } from '../src/ask/index/cut/languages.ts'
import { Parsers } from '../src/ask/index/cut/parsers.ts'
import type { CodeIndex } from '../src/ask/index/database.ts'
import { Engine } from '../src/ask/index/engine.ts'
import { type IndexedTree, listFiles } from '../src/ask/index/files/list-files.ts'
import { readText } from '../src/ask/index/files/read-text.ts'
import { findIn } from '../src/ask/search/find-in.ts'
import { parseQuery } from '../src/search/query.ts'
import { spelledOut } from '../src/search/words/abbreviations.ts'
import { prepared } from '../src/store/database/sqlite.ts'
import type { Row } from './row.ts'

const FILES = 5000

/** A tree of 5,000 files: the sources, and as many of the packages that Furrow itself is made with as it takes. */
export async function makeTree(from: string, to: string): Promise<IndexedTree> {
  const files = [
    ...(await textsIn(from)),
    ...(await textsIn(fileURLToPath(new URL('../node_modules', import.meta.url)))),
  ]
  for (const { root, path: file } of files.slice(0, FILES)) {
    const place = path.join(to, root === from ? 'sources' : 'packages', file)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.copyFileSync(path.join(root, file), place)
  }
  return { root: to, git: false }
}

async function textsIn(root: string): Promise<{ root: string; path: string }[]> {
  const listed = await listFiles({ root, git: false })
  return listed
    .filter(({ path: file, skipped }) => skipped === undefined && readText(root, file).kind === 'text')
    .map(({ path: file }) => ({ root, path: file }))
}

export async function timeRows(tree: IndexedTree, questions: readonly string[]): Promise<Row[]> {
  const parsing = await timed(() => parseAll(tree))
  const engine = new Engine(tree)
  const indexing = await timed(() => engine.refresh({ rebuild: true }))
  const checking = await timed(() => engine.refresh())
  const { files, chunks, bytes } = engine.status()
  const source = (await listFiles(tree)).reduce((sum, { size, skipped }) => sum + (skipped === undefined ? size : 0), 0)
  const rows: Row[] = [
    row(`index ${files} files in ${chunks} passages, beside parsing them`, {
      figure: indexing,
      base: parsing,
      limit: 2,
    }),
    row('an unchanged tree looked at again, beside parsing it', { figure: checking, base: parsing, limit: 1 / 20 }),
    { what: 'index bytes for each byte of source', figure: bytes / source, unit: 'bytes' },
    ...(await queryRows(engine, questions)),
  ]
  engine.close()
  return rows
}

async function queryRows(engine: Engine, questions: readonly string[]): Promise<Row[]> {
  const index = await engine.refresh()
  const [ours, whole, bare]: [number[], number[], number[]] = [[], [], []]
  for (const question of questions) {
    bare.push(await timed(() => bareStatement(index, question)))
    ours.push(await timed(() => findIn(engine, { question, limit: 5, purpose: 'explain' })))
    whole.push(await timed(() => engine.refresh()))
  }
  const figures = ours.map((time, at) => time - (whole[at] ?? 0))
  return [0.5, 0.95].map(share =>
    row(`a question, p${share * 100}, beside the bare FTS5 statement (the look at the tree apart)`, {
      figure: quantile(figures, share),
      base: quantile(bare, share),
      limit: 5,
    }),
  )
}

function bareStatement(index: CodeIndex, question: string): void {
  const expression = parseQuery(question, spelledOut).terms.map(term => `"${term}"`)
  const sql = 'SELECT rowid, bm25(code_terms) AS score FROM code_terms WHERE code_terms MATCH ? ORDER BY score LIMIT 10'
  prepared(index.database, sql).all(expression.join(' OR '))
}

async function parseAll(tree: IndexedTree): Promise<void> {
  const parsers = new Parsers()
  for (const { path: file, skipped } of await listFiles(tree)) {
    const { reading } = languageOf(file)
    const read = skipped === undefined ? readText(tree.root, file) : undefined
    if (read?.kind !== 'text' || reading.kind !== 'code') continue
    await parsers.load([reading.grammar])
    parsers.parse(read.text, reading.grammar, ({ rootNode }) => rootNode.endIndex)
  }
}

function row(what: string, { figure, base, limit }: { figure: number; base: number; limit: number }): Row {
  return { what, figure, unit: 'ms', base, ratio: figure / base, limit }
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function quantile(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}
