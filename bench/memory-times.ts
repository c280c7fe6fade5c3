import fs from 'node:fs'
import path from 'node:path'
import { type App, createApp } from '../src/app/app.ts'
import { SqliteMemory } from '../src/memory/sqlite/memory.ts'
import type { Actor } from '../src/operation/actor.ts'
import type { Manifest } from '../src/operation/manifest.ts'
import { parseQuery } from '../src/search/query.ts'
import { type Database, openDatabase, prepared, readDatabase } from '../src/store/database/sqlite.ts'
import type { Row } from './row.ts'

const ROUNDS = 200
const BATCH = 5000
const LIMITED = 100_000
/** Questions whose complete answer is compared with the limited one. */
const CAPPED = 10
/** The bare save is measured in a file of at most this size; more rows make no difference to it. */
const MOST_BARE = 100_000
const actor: Actor = { kind: 'agent', id: 'bench', door: 'mcp' }

/**
 * The operations as a door calls them, in turns with the bare statements in the same process. Bare search: FTS5 MATCH of
 * the same terms with bm25 and LIMIT 10 over the very same index, prepared. Bare save: one durable transaction with the
 * row and its FTS5 entry.
 */
export async function timesAt(folder: string, size: number): Promise<Row[]> {
  const place = path.join(folder, `times-${size}`)
  const [root, home] = [path.join(place, 'bench'), path.join(place, 'home')]
  for (const dir of [root, home]) fs.mkdirSync(dir, { recursive: true })
  await fill(path.join(home, 'memory/memory.db'), size)
  const manifest = JSON.parse(fs.readFileSync('dist/manifest.json', 'utf8')) as Manifest
  await using app = createApp({ root, env: { HOME: place, FURROW_HOME: home }, manifest })
  using index = readDatabase(path.join(home, 'memory/memory.db'))
  const bare = openBare(path.join(place, 'bare.db'), Math.min(size, MOST_BARE))
  const queries = Array.from({ length: ROUNDS }, (_, n) => questionOf(n))
  const [search, bareSearch, save, bareSave] = await inTurns([
    n => find(app, queries[n] ?? ''),
    n => bareFind(index, queries[n] ?? ''),
    n => keep(app, size + n),
    n => bareKeep(bare, size + n),
  ])
  const capped = await cappedShare(app, size)
  bare.close()
  fs.rmSync(place, { recursive: true })
  return [
    row(`mem_search at ${size}, p50, beside the bare MATCH with bm25`, [search, bareSearch], size),
    row(`mem_save durable at ${size}, p50, beside the bare INSERTs`, [save, bareSave], size),
    ...capped,
  ]
}

/** The limit is one for large stores: in a small one the bare statement is over before anything can be added to it. */
function row(what: string, [figure, base]: readonly [number, number], size: number): Row {
  return { what, figure, unit: 'ms', base, ratio: figure / base, ...(size >= LIMITED && { limit: 2 }) }
}

async function find(app: App, query: string, complete = false): Promise<readonly number[]> {
  const outcome = await app.call('memory.search', { query, project: 'bench', complete }, { actor })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return (outcome.value as { hits: { id: number }[] }).hits.map(({ id }) => id)
}

async function keep(app: App, n: number): Promise<void> {
  const input = { title: `Saved ${n}`, content: textOf(n), project: 'bench', session_id: 'now' }
  const outcome = await app.call('memory.save', input, { actor })
  if (!outcome.ok) throw new Error(outcome.error.message)
}

function bareFind(index: Database, query: string): void {
  const expression = parseQuery(query).terms.map(term => `"${term}"`)
  prepared(
    index,
    'SELECT rowid, bm25(memory_terms) AS score FROM memory_terms WHERE memory_terms MATCH ? ORDER BY score LIMIT 10',
  ).all(expression.join(' OR '))
}

function openBare(file: string, size: number): Database {
  const bare = openDatabase(file, {
    migrations: [
      `CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, content TEXT);
      CREATE VIRTUAL TABLE notes_fts USING fts5 (title, content, content = 'notes', content_rowid = 'id', tokenize = 'porter unicode61');`,
    ],
  })
  bare.exec('BEGIN')
  for (let n = 0; n < size; n += 1) bareInsert(bare, n)
  bare.exec('COMMIT')
  return bare
}

function bareKeep(bare: Database, n: number): void {
  prepared(bare, 'BEGIN IMMEDIATE').run()
  bareInsert(bare, n)
  prepared(bare, 'COMMIT').run()
}

function bareInsert(bare: Database, n: number): void {
  const [title, content] = [`Note ${n}`, textOf(n)]
  const { lastInsertRowid } = prepared(bare, 'INSERT INTO notes (title, content) VALUES (?, ?)').run(title, content)
  prepared(bare, 'INSERT INTO notes_fts (rowid, title, content) VALUES (?, ?, ?)').run(lastInsertRowid, title, content)
}

type Work = (n: number) => unknown

/** The median time of each, one after the other in every round, so that a busy moment meets them all. */
async function inTurns(works: readonly [Work, Work, Work, Work]): Promise<[number, number, number, number]> {
  const times = works.map((): number[] => [])
  for (let n = 0; n < ROUNDS; n += 1)
    for (const [index, work] of works.entries()) {
      const started = performance.now()
      await work(n)
      if (n >= ROUNDS / 10) times[index]?.push(performance.now() - started)
    }
  const [a = 0, b = 0, c = 0, d = 0] = times.map(list => list.sort((x, y) => x - y)[Math.floor(list.length / 2)])
  return [a, b, c, d]
}

/** What ranking only the newest 20,000 matches costs, for questions of common words; nothing below that many. */
async function cappedShare(app: App, size: number): Promise<Row[]> {
  if (size < 50_000) return []
  const common = await keptOf(app, n => [2 + n, 5 + 2 * n].map(wordOf).join(' '))
  const usual = await keptOf(app, questionOf)
  return [
    {
      what: `common words: of the complete first ten, kept by the newest 20,000 and the rarer words, at ${size}`,
      figure: common,
      unit: '%',
    },
    {
      what: `usual questions: of the complete first ten, kept by the newest 20,000 and the rarer words, at ${size}`,
      figure: usual,
      unit: '%',
    },
  ]
}

async function keptOf(app: App, questionAt: (n: number) => string): Promise<number> {
  let [kept, all] = [0, 0]
  for (let n = 0; n < CAPPED; n += 1) {
    const query = questionAt(n)
    const complete = await find(app, query, true)
    const capped = new Set(await find(app, query))
    kept += complete.filter(id => capped.has(id)).length
    all += complete.length
  }
  return Math.round((1000 * kept) / Math.max(1, all)) / 10
}

export async function fill(file: string, size: number): Promise<void> {
  const memory = new SqliteMemory(file, { now: () => Date.now() })
  for (let from = 0; from < size; from += BATCH)
    await memory.importRows(Array.from({ length: Math.min(BATCH, size - from) }, (_, n) => record(from + n, size)))
  memory.close()
}

function record(n: number, size: number) {
  const at = Date.now() - (size - n) * 10_000
  return {
    kind: 'observation' as const,
    uid: n.toString(16).padStart(20, '0'),
    session_id: `s${Math.floor(n / 50)}`,
    type: 'decision',
    title: `Note ${n} ${wordOf(rank(random(n * 7 + 1)))}`,
    content: textOf(n),
    fields: undefined,
    project: 'bench',
    scope: 'project' as const,
    namespace: undefined,
    topic_key: undefined,
    origin: { door: 'bench', actor: 'bench', kind: 'agent' as const },
    revision_count: 1,
    duplicate_count: 1,
    created_at: at,
    updated_at: at,
    expires_at: undefined,
    review_after: undefined,
    valid_from: undefined,
    valid_until: undefined,
    files: undefined,
    deleted_at: undefined,
    revisions: [],
  }
}

const VOCABULARY = 30_000

/** 20 to 150 made-up words whose frequencies fall off as those of a language do: the n-th is n times rarer. */
function textOf(n: number): string {
  const length = 20 + Math.floor(130 * random(n))
  return Array.from({ length }, (_, index) => wordOf(rank(random(n * 1000 + index)))).join(' ')
}

/** Three words as people ask: none of the commonest, which are no words to look for. */
export function questionOf(n: number): string {
  return [1, 2, 3].map(place => wordOf(rank(0.3 + 0.7 * random(n * 31 + place)))).join(' ')
}

function rank(share: number): number {
  return Math.floor(VOCABULARY ** share)
}

function random(seed: number): number {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}

function wordOf(n: number): string {
  const letters = 'bcdfghklmnprstvw'
  return [0, 4, 8, 12].map((shift, place) => `${letters[(n >> shift) & 15]}${'aeiou'[(n + place) % 5]}`).join('')
}
