import fs from 'node:fs'
import path from 'node:path'
import type { CodeIndex } from '../src/ask/index/database.ts'
import { Engine } from '../src/ask/index/engine.ts'
import { languageOf } from '../src/ask/index/languages.ts'
import { listFiles, type Tree } from '../src/ask/index/list-files.ts'
import { Parsers } from '../src/ask/index/parsers.ts'
import { readText } from '../src/ask/index/read-text.ts'
import { findIn } from '../src/ask/search/find-in.ts'
import { parseQuery } from '../src/search/query.ts'
import { prepared } from '../src/store/sqlite.ts'
import type { Row } from './row.ts'

const FILES = 5000

/** A tree of 5,000 files made of the sources, some of them twice under another name. */
export async function makeTree(from: string, to: string): Promise<Tree> {
  const listed = (await listFiles({ root: from, git: false })).filter(
    ({ path: file, skipped }) => skipped === undefined && readText(from, file).kind === 'text',
  )
  for (let n = 0; n < FILES; n += 1) {
    const file = listed[n % listed.length]
    if (file === undefined) break
    const place = path.join(to, n < listed.length ? 'a' : 'b', file.path)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.copyFileSync(path.join(from, file.path), place)
  }
  return { root: to, git: false }
}

export async function timeRows(tree: Tree, questions: readonly string[]): Promise<Row[]> {
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
  const expression = parseQuery(question).terms.map(term => `"${term}"`)
  const sql = 'SELECT rowid, bm25(code_terms) AS score FROM code_terms WHERE code_terms MATCH ? ORDER BY score LIMIT 10'
  prepared(index.database, sql).all(expression.join(' OR '))
}

async function parseAll(tree: Tree): Promise<void> {
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
