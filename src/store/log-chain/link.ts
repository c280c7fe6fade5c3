import { createHash } from 'node:crypto'
import type { Database } from '../database/sqlite.ts'
import { typedStatement } from '../database/sqlite.ts'

/**
 * One entry of the log in its chain: its own hash covers what the log says of it and the hash of the entry before it.
 * Number 0 is there when a chain began with entries that were older than it; its name says why.
 */
export interface ChainLink {
  readonly n: number
  readonly id: string
  readonly name: string
  readonly at: number
  readonly previous: string
  readonly hash: string
}

/** An entry as the chain covers it, but for the mark that it was undone: the entry of the undo says so. */
export interface ChainLine {
  readonly seq: number
  readonly id: string
  readonly name: string
  readonly worktree: string
  readonly actor: string
  readonly at: number
  readonly summary: string | null
  readonly undoes: string | null
  readonly undone_by: string | null
}

export const LOG_CHAIN = `
  CREATE TABLE log_chain (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT`

/** A number that somebody else has put there may be none that JavaScript, or a date, can hold. */
const MOST = 8_640_000_000_000_000
const [SEQ, AT, MODE] = ['seq', 'at', 'mode'].map(name => `max(min(${name}, ${MOST}), -${MOST}) AS ${name}`)
const LINE = `SELECT ${SEQ}, id, name, worktree, actor, ${AT}, summary, undoes, undone_by FROM operations`
const LINK = `SELECT n, id, name, ${AT}, previous, hash FROM log_chain WHERE n BETWEEN 0 AND ${MOST}`
const STEPS = `SELECT kind, root, path, target, "before", after, ${MODE}, made, prune FROM changes WHERE operation = ? ORDER BY n`

/** That an entry was undone is what the entries of undos say. */
const MARKS = `
  UPDATE operations SET undone_by = NULL WHERE undone_by IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM operations u WHERE u.id = operations.undone_by AND u.state = 'done' AND u.undoes = operations.id);
  UPDATE operations SET undone_by = u.id FROM operations u
    WHERE u.undoes = operations.id AND u.state = 'done' AND operations.undone_by IS NULL`

/** For the transaction that marks an operation as done, so that one is never without the other. */
export function appendLink(state: Database, seq: number): void {
  appendLine(state, typedStatement<ChainLine>(state, `${LINE} WHERE seq = ?`).get(seq) as ChainLine)
}

/** Begins a chain with every entry that is there now. Within a transaction. */
export function startChain(state: Database, { at, why }: { at: number; why: string }): void {
  state.exec('DELETE FROM log_chain')
  insertLink(state, { n: 0, id: '', name: why, at, previous: '', hash: startHash({ name: why, at }) })
  state.exec(MARKS)
  for (const line of chainLinesOf(state)) appendLine(state, line)
}

export function chainLinesOf(state: Database): ChainLine[] {
  return typedStatement<ChainLine>(state, `${LINE} WHERE state = 'done' ORDER BY operations.seq`).all()
}

export function linksOf(state: Database): ChainLink[] {
  return typedStatement<ChainLink>(state, `${LINK} ORDER BY n`).all()
}

export function newestLink(state: Database): ChainLink | undefined {
  const row = typedStatement<ChainLink>(state, `${LINK} ORDER BY n DESC LIMIT 1`).get()
  return row
}

export function linkAt(state: Database, n: number): ChainLink | undefined {
  return typedStatement<ChainLink>(state, `${LINK} AND n = ?`).get(n)
}

export function startHash({ name, at }: Pick<ChainLink, 'name' | 'at'>): string {
  return hashOf([name, at])
}

export function lineHash(state: Database, line: ChainLine, { n, previous }: Pick<ChainLink, 'n' | 'previous'>): string {
  const { seq, id, name, worktree, actor, at, summary, undoes } = line
  const steps = state.prepare(STEPS).all(seq).map(Object.values)
  return hashOf([previous, n, seq, id, name, worktree, actor, at, summary, undoes, steps])
}

function appendLine(state: Database, line: ChainLine): void {
  const last = newestLink(state)
  const place = { n: (last?.n ?? 0) + 1, previous: last?.hash ?? '' }
  const { id, name, at } = line
  insertLink(state, { ...place, id, name, at, hash: lineHash(state, line, place) })
}

/** Whatever was done to the chain, work goes on. */
function insertLink(state: Database, { n, id, name, at, previous, hash }: ChainLink): void {
  state.prepare('INSERT OR REPLACE INTO log_chain VALUES (?, ?, ?, ?, ?, ?)').run(n, id, name, at, previous, hash)
}

function hashOf(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
