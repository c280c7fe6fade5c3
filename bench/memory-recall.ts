import fs from 'node:fs'
import path from 'node:path'
import { MEMORY_RANKING } from '../src/memory/sqlite/schema.ts'
import { type IndexOptions, openSearchIndex } from '../src/search/open.ts'
import { searchSchema } from '../src/search/schema.ts'
import { STOP_WORDS } from '../src/search/words/stop-words.ts'
import { type Database, openDatabase } from '../src/store/database/sqlite.ts'

export interface Text {
  readonly id: string
  readonly text: string
  readonly project: string
  readonly sitting: string
}

export interface Question {
  readonly query: string
  readonly gold: readonly string[]
  readonly project: string
  readonly kind: string
}

export interface TestSet {
  readonly texts: Text[]
  readonly questions: Question[]
}

export interface Measures {
  readonly r5: number
  readonly r10: number
  readonly mrr: number
  readonly zero: number
}

export type Searcher = (query: string, project: string) => string[]

export function readSet(folder: string): TestSet {
  const lines = (name: string) =>
    fs
      .readFileSync(path.join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
  return {
    texts: lines('corpus.jsonl').map(row => ({
      id: String(row.id),
      text: String(row.text),
      project: String(row.group ?? 'all'),
      sitting: row.session === undefined ? '' : `${row.group}/${row.session}`,
    })),
    questions: lines('queries.jsonl').map(row => ({
      query: String(row.query),
      gold: row.gold as string[],
      project: String(row.group ?? 'all'),
      kind: String(row.category ?? ''),
    })),
  }
}

/** One row for each question that has an answer. */
export function measureEach(questions: readonly Question[], search: Searcher): Measures[] {
  return questions
    .filter(({ gold }) => gold.length > 0)
    .map(({ query, gold, project }) => {
      const found = search(query, project).slice(0, 10)
      const wanted = new Set(gold)
      const share = (k: number) => found.slice(0, k).filter(id => wanted.has(id)).length / wanted.size
      const first = found.findIndex(id => wanted.has(id))
      return { r5: share(5), r10: share(10), mrr: first === -1 ? 0 : 1 / (first + 1), zero: found.length === 0 ? 1 : 0 }
    })
}

export function mean(rows: readonly Measures[]): Measures {
  const of = (key: keyof Measures) => rows.reduce((sum, row) => sum + row[key], 0) / rows.length
  return { r5: of('r5'), r10: of('r10'), mrr: of('mrr'), zero: of('zero') }
}

export function measure(questions: readonly Question[], search: Searcher): Measures {
  return mean(measureEach(questions, search))
}

/** Furrow's own index, as memory uses it. */
export function ours(
  file: string,
  texts: readonly Text[],
  { abstains = false, ...options }: Partial<IndexOptions> & { readonly abstains?: boolean } = {},
): Searcher {
  const database = openDatabase(file, {
    migrations: [`${searchSchema('bench')} CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, text TEXT);`],
    synchronous: 'NORMAL',
  })
  const source = { table: 'texts', title: `''`, key: `''`, body: 'text' }
  const index = openSearchIndex(database, 'bench', { ...MEMORY_RANKING, ...options, source })
  database.exec('BEGIN')
  texts.forEach(({ id, text, project, sitting }, n) => {
    database.prepare('INSERT INTO texts VALUES (?, ?, ?)').run(n + 1, id, text)
    index.put({ id: n + 1, title: '', body: text, group: sitting, at: n, facets: [`project:${project}`] })
  })
  database.exec('COMMIT')
  return (query, project) => {
    const hits = index.search({ query, limit: 10, now: texts.length, within: [[`project:${project}`]] })
    // As the operation does: what covers so little of the question is no answer to it.
    if (abstains && !hits.some(({ coverage }) => coverage >= LEAST_COVERAGE)) return []
    return hits.map(({ id }) => texts[id - 1]?.id ?? '')
  }
}

const LEAST_COVERAGE = 0.2

/** The peers' way: every word required, no stemming; and the textbook one: FTS5, porter, any word, no stop words. */
export function baselines(file: string, texts: readonly Text[]): { all: Searcher; any: Searcher } {
  const database = openDatabase(file, {
    migrations: [
      `CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT, project TEXT);
       CREATE VIRTUAL TABLE plain USING fts5 (text, tokenize = 'unicode61');
       CREATE VIRTUAL TABLE porter USING fts5 (text, tokenize = 'porter unicode61');`,
    ],
    synchronous: 'NORMAL',
  })
  database.exec('BEGIN')
  texts.forEach(({ id, text, project }, n) => {
    database.prepare('INSERT INTO owners VALUES (?, ?, ?)').run(n + 1, id, project)
    database.prepare('INSERT INTO plain (rowid, text) VALUES (?, ?)').run(n + 1, text)
    database.prepare('INSERT INTO porter (rowid, text) VALUES (?, ?)').run(n + 1, text)
  })
  database.exec('COMMIT')
  const words = (query: string) => query.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  const meaningful = (query: string) => words(query).filter(word => !STOP_WORDS.has(word.toLowerCase()))
  const quoted = (list: readonly string[], joint: string) => list.map(word => `"${word}"`).join(joint)
  return {
    all: (query, project) => ask(database, 'plain', { expression: quoted(words(query), ' '), project }),
    any: (query, project) => ask(database, 'porter', { expression: quoted(meaningful(query), ' OR '), project }),
  }
}

function ask(
  database: Database,
  table: string,
  { expression, project }: { expression: string; project: string },
): string[] {
  if (expression === '') return []
  const rows = database
    .prepare(
      `SELECT name FROM ${table} JOIN owners ON owners.id = ${table}.rowid
       WHERE ${table} MATCH ? AND project = ? ORDER BY bm25(${table}) LIMIT 10`,
    )
    .all(expression, project)
  return (rows as unknown as { name: string }[]).map(row => row.name)
}

/** Questions of each kind by themselves. */
export function byKind(questions: readonly Question[]): ReadonlyMap<string, Question[]> {
  const kinds = new Map<string, Question[]>()
  for (const question of questions) kinds.set(question.kind, [...(kinds.get(question.kind) ?? []), question])
  return kinds
}
