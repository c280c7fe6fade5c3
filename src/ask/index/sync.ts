import { setImmediate as breathe } from 'node:timers/promises'
import type { Progress } from '../../operation/capabilities.ts'
import { immediately, prepared } from '../../store/sqlite.ts'
import { type CodeIndex, setMeta } from './database.ts'
import { type Grammar, languageOf } from './languages.ts'
import { textsToLearnFrom } from './learn.ts'
import { type Listed, listFiles, type Tree } from './list-files.ts'
import type { Parsers } from './parsers.ts'
import { putFile, removeFile } from './put-file.ts'
import { readText } from './read-text.ts'

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
export async function syncTree(index: CodeIndex, tree: Tree, options: SyncOptions): Promise<{ changed: number }> {
  const { signal, progress, batch } = options
  const { changed, gone } = differences(index, await listFiles(tree, signal))
  if (options.learn === true) learn(index, tree, changed)
  if (gone.length > 0)
    immediately(index.database, () => {
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

function learn(index: CodeIndex, tree: Tree, listed: readonly Listed[]): void {
  index.vectors.learn(textsToLearnFrom(tree, listed))
  setMeta(index, 'learned_from', String(listed.length))
}

async function putBatch(
  index: CodeIndex,
  tree: Tree,
  { listed, parsers }: { listed: readonly Listed[]; parsers: Parsers },
): Promise<void> {
  await parsers.load(listed.flatMap(grammarOf))
  const now = Date.now()
  const files = listed.map(file => ({ file, read: contentOf(tree, file) }))
  immediately(index.database, () => {
    for (const { file, read } of files) putFile({ index, parsers, now }, file, read)
    setMeta(index, 'updated_at', new Date(now).toISOString())
  })
}

function grammarOf({ path, skipped }: Listed): Grammar[] {
  const { reading } = languageOf(path)
  return reading.kind === 'code' && skipped === undefined ? [reading.grammar] : []
}

function saying(done: number, total: number): string {
  return `${done} of ${total} ${total === 1 ? 'file' : 'files'} read`
}

function contentOf(tree: Tree, { path, skipped }: Listed): ReturnType<typeof readText> {
  return skipped === undefined ? readText(tree.root, path) : { kind: 'skipped', reason: skipped, hash: '' }
}

interface Known {
  readonly id: number
  readonly path: string
  readonly stamp: string
  readonly seen: number
}

/** A file may change twice within one tick of its file system's clock, and look the same: what was young is read again. */
const YOUNG_MS = 50

function differences({ database }: CodeIndex, listed: readonly Listed[]): { changed: Listed[]; gone: number[] } {
  const rows = prepared(database, 'SELECT id, path, stamp, seen FROM files').all() as unknown as Known[]
  const known = new Map(rows.map(row => [row.path, row]))
  const changed = listed.filter(file => {
    const row = known.get(file.path)
    known.delete(file.path)
    return row === undefined || row.stamp !== file.stamp || file.changedAt > row.seen - YOUNG_MS
  })
  return { changed, gone: [...known.values()].map(({ id }) => id) }
}
