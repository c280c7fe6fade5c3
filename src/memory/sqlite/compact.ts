import { prepared } from '../../store/database/sqlite.ts'
import type { CompactionTarget, Observation } from '../port.ts'
import { type RecordWriter, readRecordRow, saveDraft } from './write-record.ts'

/** Called inside one transaction: either the target is there and the others are folded into it, or nothing changed. */
export function compactRecords(
  writing: RecordWriter,
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

function targetRecord(writing: RecordWriter, target: CompactionTarget): Observation | undefined {
  switch (target.kind) {
    case 'summary':
      return saveDraft(writing, target.draft).observation
    case 'record':
      return readRecordRow(writing.database, target.id)
    case 'none':
      return undefined
  }
}

function supersede({ database, now }: RecordWriter, source: number, target: number): void {
  prepared(
    database,
    `INSERT INTO relations (source, target, type, at) VALUES (?, ?, 'supersedes', ?) ON CONFLICT DO NOTHING`,
  ).run(source, target, now)
}

export function softDelete({ database, index, now }: RecordWriter, id: number): boolean {
  const sql = 'UPDATE observations SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL'
  const isDeleted = Number(prepared(database, sql).run(now, id).changes) > 0
  if (isDeleted) index.remove(id)
  return isDeleted
}

export function erase({ database, index }: RecordWriter, id: number): boolean {
  const isErased = Number(prepared(database, 'DELETE FROM observations WHERE id = ?').run(id).changes) > 0
  if (isErased) index.remove(id)
  return isErased
}
