import type { Actor } from '../../operation/actor.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Database } from '../database/sqlite.ts'
import { typedStatement } from '../database/sqlite.ts'
import { journalStepsOf, type OperationRow } from './journal.ts'
import type { JournalStep } from './steps.ts'

export interface LogEntry {
  readonly seq: number
  readonly id: string
  readonly operation: string
  readonly summary?: string
  readonly worktree: string
  readonly actor: Actor
  readonly at: number
  readonly undoes?: string
  readonly undone_by?: string
  readonly steps: readonly JournalStep[]
}

export interface LogQuery {
  readonly limit: number
  /** Entries older than this one. */
  readonly before?: string
}

export function readOperationLog(state: Database, { limit, before }: LogQuery): LogEntry[] {
  const rows = typedStatement<OperationRow>(
    state,
    `SELECT * FROM operations WHERE state = 'done' AND seq < ? ORDER BY seq DESC LIMIT ?`,
  ).all(before === undefined ? Number.MAX_SAFE_INTEGER : rowOf(state, before).seq, limit)
  return rows.map(row => toEntry(state, row))
}

export function findEntry(state: Database, id: string): LogEntry {
  return toEntry(state, rowOf(state, id))
}

export function entryWithId(state: Database, id: string): LogEntry | undefined {
  const row = doneRow(state, id)
  return row === undefined ? undefined : toEntry(state, row)
}

export interface DecisionQuery {
  readonly names: readonly string[]
  /** How the summary begins. */
  readonly prefix: string
}

export interface LoggedDecision {
  readonly seq: number
  readonly name: string
  readonly summary: string
  readonly at: number
  readonly actor: Actor
}

/** The summaries of operations that were not undone, from the oldest to the newest. */
export function readDecisions(state: Database, { names, prefix }: DecisionQuery): LoggedDecision[] {
  const rows = typedStatement<Omit<LoggedDecision, 'actor'> & { actor: string }>(
    state,
    `SELECT seq, name, summary, at, actor FROM operations
       WHERE state = 'done' AND undone_by IS NULL AND name IN (${names.map(() => '?').join(', ')})
         AND substr(summary, 1, length(?)) = ?
       ORDER BY seq`,
  ).all(...names, prefix, prefix)
  return rows.map(row => ({
    ...row,
    actor: JSON.parse(row.actor) as Actor,
  }))
}

/** The newest operation that may still be undone, for `furrow undo` without an id. */
export function newestUndoable(state: Database, worktree: string): string | undefined {
  const row = state
    .prepare(
      `SELECT id FROM operations WHERE state = 'done' AND undone_by IS NULL AND undoes IS NULL AND worktree = ?
         AND EXISTS (SELECT 1 FROM changes WHERE operation = seq)
       ORDER BY seq DESC LIMIT 1`,
    )
    .get(worktree)
  return (row as { id: string } | undefined)?.id
}

function rowOf(state: Database, id: string): OperationRow {
  const row = doneRow(state, id)
  if (row === undefined)
    throw refuse('not_found', `There is no operation ${id} in the log.`, { target: id, fix: shell`furrow log` })
  return row
}

function doneRow(state: Database, id: string): OperationRow | undefined {
  const row = typedStatement<OperationRow>(state, `SELECT * FROM operations WHERE state = 'done' AND id = ?`).get(id)
  return row
}

function toEntry(state: Database, row: OperationRow): LogEntry {
  return {
    seq: row.seq,
    id: row.id,
    operation: row.name,
    worktree: row.worktree,
    actor: JSON.parse(row.actor) as Actor,
    at: row.at,
    steps: journalStepsOf(state, row.seq),
    ...(row.summary !== null && { summary: row.summary }),
    ...(row.undoes !== null && { undoes: row.undoes }),
    ...(row.undone_by !== null && { undone_by: row.undone_by }),
  }
}
