import { type Database, prepared } from '../../../store/database/sqlite.ts'
import { commentStarts } from '../cut/comments.ts'
import { cutIntoChunks, splitLines } from '../cut/cut.ts'
import { isCodeMethod, languageOf } from '../cut/languages.ts'
import type { Parsers } from '../cut/parsers.ts'
import type { CodeIndex } from '../database.ts'
import type { ListedFile } from './list-files.ts'
import type { ReadText } from './read-text.ts'

export interface FileIndexing {
  readonly index: CodeIndex
  readonly parsers: Parsers
  readonly now: number
}

/** Replaces what the index knows of one file. Joins the caller's transaction. */
export function putFile({ index, parsers, now }: FileIndexing, listed: ListedFile, read: ReadText): void {
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
  { index: { database, search, vectors }, parsers }: Omit<FileIndexing, 'now'>,
  file: number,
  { path, text }: { path: string; text: string },
): void {
  const lines = splitLines(text)
  const starts = commentStarts(path, lines)
  const key = keyOf(path)
  const insert = prepared(
    database,
    'INSERT INTO chunks (id, file, first, last, symbols, known) VALUES (?, ?, ?, ?, ?, ?)',
  )
  let id = highestId(database)
  for (const { first, last, symbols } of cutIntoChunks(path, lines, parsers)) {
    id += 1
    const terms = search.put({
      id,
      title: symbols.join(' '),
      key,
      ...indexedPartsOf(lines, starts, [first, last]),
      at: 0,
    })
    insert.run(id, file, first, last, symbols.join('\n'), vectors.knownOf(terms))
  }
}

function highestId(database: Database): number {
  return (prepared(database, 'SELECT max(id) AS id FROM chunks').get() as { id: number | null }).id ?? 0
}

/** What is code, and what is written about it. */
export function indexedPartsOf(
  lines: readonly string[],
  starts: readonly number[],
  [first, last]: readonly [number, number],
): { body: string; notes: string } {
  const [body, notes]: [string[], string[]] = [[], []]
  for (let at = first - 1; at < last; at += 1) {
    const line = lines[at] ?? ''
    const start = starts[at] ?? line.length
    if (start > 0) body.push(line.slice(0, start))
    if (start < line.length) notes.push(line.slice(start))
  }
  return { body: body.join('\n'), notes: notes.join('\n') }
}

/** Whoever asks how something is done "in python" names all of python, not the passages in which that word stands. */
function keyOf(path: string): string {
  const { name, reading } = languageOf(path)
  return isCodeMethod(reading) ? `${path} ${name}` : path
}

export function removeFile({ database, search, vectors }: CodeIndex, id: number): void {
  const chunks = prepared<{ id: number }>(database, 'SELECT id FROM chunks WHERE file = ?').all(id)
  for (const chunk of chunks) {
    search.remove(chunk.id)
    vectors.remove(chunk.id)
  }
  prepared(database, 'DELETE FROM chunks WHERE file = ?').run(id)
  prepared(database, 'DELETE FROM files WHERE id = ?').run(id)
}
