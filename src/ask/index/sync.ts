import { setImmediate as breathe } from 'node:timers/promises'
import type { Progress } from '../../operation/capabilities.ts'
import { immediateTransaction, prepared } from '../../store/database/sqlite.ts'
import { type Grammar, languageOf } from './cut/languages.ts'
import type { Parsers } from './cut/parsers.ts'
import { type CodeIndex, setIndexMeta } from './database.ts'
import { type IndexedTree, type ListedFile, listFiles } from './files/list-files.ts'
import { putFile, removeFile } from './files/put-file.ts'
import { readText } from './files/read-text.ts'
import { textsToLearnFrom } from './training-texts.ts'

export interface SyncOptions {
  readonly parsers: Parsers
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
  /** Files in one transaction: few where others may want to write, many where nobody can. */
  readonly batch: number
  /** Learn from the texts first which terms belong together: once for each index. */
  readonly learn?: boolean
}

/** Makes the index say what the files say; reads only those that may have changed since. */
export async function syncTree(
  index: CodeIndex,
  tree: IndexedTree,
  options: SyncOptions,
): Promise<{ changed: number }> {
  const { signal, progress, batch } = options
  const { changed, gone } = differences(index, await listFiles(tree, signal))
  if (options.learn === true) learn(index, tree, changed)
  if (gone.length > 0)
    immediateTransaction(index.database, () => {
      for (const id of gone) removeFile(index, id)
    })
  for (let done = 0; done < changed.length; ) {
    signal?.throwIfAborted()
    await putBatch(index, tree, { listed: changed.slice(done, done + batch), parsers: options.parsers })
    done = Math.min(done + batch, changed.length)
    progress?.({ message: saying(done, changed.length), done, total: changed.length })
    await breathe()
  }
  return { changed: changed.length + gone.length }
}

function learn(index: CodeIndex, tree: IndexedTree, listed: readonly ListedFile[]): void {
  index.vectors.learn(textsToLearnFrom(tree, listed))
  setIndexMeta(index, 'learned_from', String(listed.length))
}

async function putBatch(
  index: CodeIndex,
  tree: IndexedTree,
  { listed, parsers }: { listed: readonly ListedFile[]; parsers: Parsers },
): Promise<void> {
  await parsers.load(listed.flatMap(grammarOf))
  const now = Date.now()
  const files = listed.map(file => ({ file, read: contentOf(tree, file) }))
  immediateTransaction(index.database, () => {
    for (const { file, read } of files) putFile({ index, parsers, now }, file, read)
    setIndexMeta(index, 'updated_at', new Date(now).toISOString())
  })
}

function grammarOf({ path, skipped }: ListedFile): Grammar[] {
  const { reading } = languageOf(path)
  return 'grammar' in reading && skipped === undefined ? [reading.grammar] : []
}

function saying(done: number, total: number): string {
  return `${done} of ${total} ${total === 1 ? 'file' : 'files'} read`
}

function contentOf(tree: IndexedTree, { path, skipped }: ListedFile): ReturnType<typeof readText> {
  return skipped === undefined ? readText(tree.root, path) : { kind: 'skipped', reason: skipped, hash: '' }
}

interface IndexedFileRow {
  readonly id: number
  readonly path: string
  readonly stamp: string
  readonly seen: number
}

/** A file may change twice within one tick of its file system's clock, and look the same: what was young is read again. */
const YOUNG_MS = 50

function differences(
  { database }: CodeIndex,
  listed: readonly ListedFile[],
): { changed: ListedFile[]; gone: number[] } {
  const rows = prepared<IndexedFileRow>(database, 'SELECT id, path, stamp, seen FROM files').all()
  const known = new Map(rows.map(row => [row.path, row]))
  const changed = listed.filter(file => {
    const row = known.get(file.path)
    known.delete(file.path)
    return row === undefined || row.stamp !== file.stamp || file.changedAt > row.seen - YOUNG_MS
  })
  return { changed, gone: [...known.values()].map(({ id }) => id) }
}
