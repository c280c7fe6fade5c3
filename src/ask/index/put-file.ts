import { prepared } from '../../store/sqlite.ts'
import { cut, linesOf } from './cut.ts'
import type { CodeIndex } from './database.ts'
import { languageOf } from './languages.ts'
import type { Listed } from './list-files.ts'
import type { Parsers } from './parsers.ts'
import type { Read } from './read-text.ts'

export interface Putting {
  readonly index: CodeIndex
  readonly parsers: Parsers
  readonly now: number
}

/** Replaces what the index knows of one file. Joins the caller's transaction. */
export function putFile({ index, parsers, now }: Putting, listed: Listed, read: Read): void {
  const { database } = index
  const known = prepared(database, 'SELECT id, hash FROM files WHERE path = ?').get(listed.path) as
    | { id: number; hash: string }
    | undefined
  if (read.kind === 'text' && known?.hash === read.hash) {
    prepared(database, 'UPDATE files SET stamp = ?, seen = ? WHERE id = ?').run(listed.stamp, now, known.id)
    return
  }
  if (known !== undefined) removeFile(index, known.id)
  if (read.kind === 'gone') return
  const skipped = read.kind === 'skipped' ? read.reason : null
  const { lastInsertRowid } = prepared(
    database,
    'INSERT INTO files (path, stamp, seen, hash, language, skipped) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(listed.path, listed.stamp, now, read.hash, languageOf(listed.path).name, skipped)
  if (read.kind === 'text')
    putChunks({ index, parsers }, Number(lastInsertRowid), { path: listed.path, text: read.text })
}

function putChunks(
  { index: { database, search }, parsers }: Omit<Putting, 'now'>,
  file: number,
  { path, text }: { path: string; text: string },
): void {
  const lines = linesOf(text)
  for (const { first, last, symbols } of cut(path, lines, parsers)) {
    const { lastInsertRowid } = prepared(
      database,
      'INSERT INTO chunks (file, first, last, symbols) VALUES (?, ?, ?, ?)',
    ).run(file, first, last, symbols.join('\n'))
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
