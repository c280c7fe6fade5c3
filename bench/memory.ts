import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SqliteMemory } from '../src/memory/sqlite/memory.ts'
import { openDatabase } from '../src/store/sqlite.ts'
import { baselines, type Measures, measure, ours, readSet } from './memory-recall.ts'
import type { Row } from './row.ts'

/** Quality on the development data beside the peers' way and plain BM25, then times beside the bare statement. */
export async function run(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-memory-'))
  try {
    const sizes = (process.env['FURROW_BENCH_SIZES'] ?? '10000').split(',').map(Number)
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
    return (Object.keys(names) as (keyof typeof names)[]).map(key => {
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
  })
}

async function timesAt(folder: string, size: number): Promise<Row[]> {
  const file = path.join(folder, `memory-${size}.db`)
  const memory = new SqliteMemory(file, { now: () => Date.now() })
  const bare = openDatabase(path.join(folder, `bare-${size}.db`), {
    migrations: [
      `CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, content TEXT);
      CREATE VIRTUAL TABLE notes_fts USING fts5 (title, content, content = 'notes', content_rowid = 'id', tokenize = 'porter unicode61');`,
    ],
  })
  fill(bare, size)
  await memory.importRows(Array.from({ length: size }, (_, n) => record(n)))
  const rounds = 60
  const insert = bare.prepare('INSERT INTO notes (title, content) VALUES (?, ?)')
  const index = bare.prepare('INSERT INTO notes_fts (rowid, title, content) VALUES (?, ?, ?)')
  const bareSave = await median(rounds, n => {
    bare.exec('BEGIN IMMEDIATE')
    const { lastInsertRowid } = insert.run(`Saved ${n}`, textOf(size + n))
    index.run(Number(lastInsertRowid), `Saved ${n}`, textOf(size + n))
    bare.exec('COMMIT')
  })
  const save = await median(rounds, async n => {
    const { session_id, type, content, project, scope, origin } = record(size + n)
    await memory.save({ session_id, type, content, project, scope, origin, title: `Saved ${n}` })
  })
  const ask = bare.prepare(
    `SELECT n.id, n.title, snippet(notes_fts, 1, '', '', ' ... ', 40) FROM notes_fts JOIN notes n ON n.id = notes_fts.rowid
     WHERE notes_fts MATCH ? ORDER BY bm25(notes_fts) LIMIT 10`,
  )
  const queries = Array.from({ length: rounds }, (_, n) => `${word(n * 7)} ${word(n * 13 + 5)}`)
  const bareSearch = await median(rounds, n => void ask.all((queries[n] ?? '').split(' ').join(' OR ')))
  const search = await median(
    rounds,
    async n => void (await memory.search(queries[n] ?? '', { projects: ['bench'] }, { limit: 10, offset: 0 })),
  )
  memory.close()
  bare.close()
  return [
    {
      what: `mem_save durable at ${size}, p50`,
      figure: save,
      unit: 'ms',
      base: bareSave,
      ratio: save / bareSave,
      limit: 2,
    },
    {
      what: `mem_search at ${size}, p50`,
      figure: search,
      unit: 'ms',
      base: bareSearch,
      ratio: search / bareSearch,
      limit: 2,
    },
  ]
}

async function median(rounds: number, work: (n: number) => Promise<void> | void): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now()
    await work(n)
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

function fill(bare: ReturnType<typeof openDatabase>, size: number): void {
  bare.exec('BEGIN')
  for (let n = 0; n < size; n += 1) {
    bare.prepare('INSERT INTO notes (title, content) VALUES (?, ?)').run(`Note ${n}`, textOf(n))
    bare.prepare('INSERT INTO notes_fts (rowid, title, content) VALUES (?, ?, ?)').run(n + 1, `Note ${n}`, textOf(n))
  }
  bare.exec('COMMIT')
}

function record(n: number) {
  const at = Date.now() - n * 1000
  return {
    kind: 'observation' as const,
    uid: n.toString(16).padStart(20, '0'),
    session_id: `s${Math.floor(n / 50)}`,
    type: 'decision',
    title: `Note ${n}`,
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
    deleted_at: undefined,
    revisions: [],
  }
}

/** About a kilobyte of made-up words whose frequencies fall off as those of a language do. */
function textOf(n: number): string {
  return Array.from({ length: 120 }, (_, index) =>
    word((n * 31 + index * index * 17 + ((n + index) % 97) ** 2) % 20_000),
  ).join(' ')
}

function word(n: number): string {
  const letters = 'bcdfghklmnprstvw'
  return Array.from({ length: 3 }, (_, place) => `${letters[(n >> (place * 4)) & 15]}${'aeiou'[(n + place) % 5]}`).join(
    '',
  )
}

function percent(share: number | undefined): number {
  return Math.round((share ?? 0) * 1000) / 10
}
