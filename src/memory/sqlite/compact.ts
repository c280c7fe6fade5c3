import { prepared } from '../../store/sqlite.ts'
import type { CompactionTarget, Observation } from '../port.ts'
import { readRow, saveDraft, type Writing } from './write.ts'

/** Called inside one transaction: either the target is there and the others are folded into it, or nothing changed. */
export function compactRecords(
  writing: Writing,
  ids: readonly number[],
  target: CompactionTarget,
): Observation | undefined {
  const summary = targetRecord(writing, target)
  for (const id of ids) {
    if (summary !== undefined) supersede(writing, summary.id, id)
    softDelete(writing, id)
  }
  return summary
}

function targetRecord(writing: Writing, target: CompactionTarget): Observation | undefined {
  switch (target.kind) {
    case 'summary':
      return saveDraft(writing, target.draft).observation
    case 'record':
      return readRow(writing.database, target.id)
    case 'none':
      return undefined
  }
}

function supersede({ database, now }: Writing, source: number, target: number): void {
  prepared(
    database,
    `INSERT INTO relations (source, target, type, at) VALUES (?, ?, 'supersedes', ?) ON CONFLICT DO NOTHING`,
  ).run(source, target, now)
}

export function softDelete({ database, index, now }: Writing, id: number): boolean {
  const sql = 'UPDATE observations SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL'
  const isDeleted = Number(prepared(database, sql).run(now, id).changes) > 0
  if (isDeleted) index.remove(id)
  return isDeleted
}

export function erase({ database, index }: Writing, id: number): boolean {
  const isErased = Number(prepared(database, 'DELETE FROM observations WHERE id = ?').run(id).changes) > 0
  if (isErased) index.remove(id)
  return isErased
}
