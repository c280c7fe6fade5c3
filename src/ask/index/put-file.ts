import { prepared } from '../../store/sqlite.ts'
import { chunksOf } from './chunk.ts'
import type { CodeIndex } from './database.ts'
import type { Listed } from './list-files.ts'
import type { Read } from './read-text.ts'

/** Replaces what the index knows of one file. Joins the caller's transaction. */
export function putFile(index: CodeIndex, listed: Listed, read: Read, now: number): void {
  const { database } = index
  const known = prepared(database, 'SELECT id, hash FROM files WHERE path = ?').get(listed.path) as
    | { id: number; hash: string }
    | undefined
  if (read.kind === 'gone') {
    if (known !== undefined) removeFile(index, known.id)
    return
  }
  const skipped = listed.skipped ?? (read.kind === 'skipped' ? read.reason : null)
  if (known?.hash === read.hash && read.kind === 'text') {
    prepared(database, 'UPDATE files SET stamp = ?, seen = ? WHERE id = ?').run(listed.stamp, now, known.id)
    return
  }
  if (known !== undefined) removeFile(index, known.id)
  const { lastInsertRowid } = prepared(
    database,
    'INSERT INTO files (path, stamp, seen, hash, language, skipped) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(listed.path, listed.stamp, now, read.hash, null, skipped)
  if (read.kind === 'text' && skipped === null)
    putChunks(index, Number(lastInsertRowid), { path: listed.path, text: read.text })
}

function putChunks(
  { database, search }: CodeIndex,
  file: number,
  { path, text }: { path: string; text: string },
): void {
  const lines = text.split('\n')
  for (const { first, last, symbols } of chunksOf(text)) {
    const { lastInsertRowid } = prepared(
      database,
      'INSERT INTO chunks (file, first, last, symbol) VALUES (?, ?, ?, ?)',
    ).run(file, first, last, symbols.at(-1) ?? null)
    const body = lines.slice(first - 1, last).join('\n')
    search.put({ id: Number(lastInsertRowid), title: symbols.join(' '), key: path, body, at: 0 })
  }
}

export function removeFile({ database, search }: CodeIndex, id: number): void {
  const chunks = prepared(database, 'SELECT id FROM chunks WHERE file = ?').all(id) as unknown as { id: number }[]
  for (const chunk of chunks) search.remove(chunk.id)
  prepared(database, 'DELETE FROM chunks WHERE file = ?').run(id)
  prepared(database, 'DELETE FROM files WHERE id = ?').run(id)
}
