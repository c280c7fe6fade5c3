import type { Progress } from '../../operation/capabilities.ts'
import type { Embedder } from '../../search/vectors/port.ts'
import { immediateTransaction, prepared } from '../../store/database/sqlite.ts'
import { splitLines } from './cut/cut.ts'
import type { CodeIndex } from './database.ts'
import type { IndexedTree } from './files/list-files.ts'
import { readText } from './files/read-text.ts'

export interface EmbedOptions {
  readonly embedder: Embedder
  readonly most: number
  /** Only these passages. */
  readonly only?: readonly number[]
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
}

const BATCH = 32
/** Models read no more of a text than about this. */
const LONGEST_TEXT = 6000

/** Has vectors made for passages that lack one, some at a time. Tells how many were made. */
export async function embedMissing(index: CodeIndex, tree: IndexedTree, options: EmbedOptions): Promise<number> {
  const { embedder, most, only, signal, progress } = options
  let [made, after] = [0, 0]
  while (made < most) {
    signal?.throwIfAborted()
    const lacking = lackingIn(index, { after, only }, Math.min(BATCH, most - made))
    const last = lacking.at(-1)
    if (last === undefined) break
    const texts = lacking.flatMap(row => textOf(tree, row))
    const found =
      texts.length === 0
        ? []
        : await embedder.embed(
            texts.map(({ text }) => text),
            signal,
          )
    immediateTransaction(index.database, () => {
      for (const [at, { id }] of texts.entries()) if (found[at] !== undefined) index.vectors.put(id, found[at])
    })
    after = last.id
    made += texts.length
    progress?.({ done: made, message: `${made} vectors made` })
  }
  return made
}

interface UnembeddedPassage {
  readonly id: number
  readonly path: string
  readonly hash: string
  readonly first: number
  readonly last: number
}

function lackingIn(
  { database }: CodeIndex,
  { after, only }: { readonly after: number; readonly only: readonly number[] | undefined },
  limit: number,
): UnembeddedPassage[] {
  const among = only === undefined ? '' : 'AND chunks.id IN (SELECT value FROM json_each(?))'
  return prepared<UnembeddedPassage>(
    database,
    `SELECT chunks.id, path, hash, first, last FROM chunks JOIN files ON files.id = chunks.file
     WHERE chunks.id > ? ${among} AND NOT EXISTS (SELECT 1 FROM vectors WHERE vectors.id = chunks.id)
     ORDER BY chunks.id LIMIT ?`,
  ).all(after, ...(only === undefined ? [] : [JSON.stringify(only)]), limit)
}

/** What has changed by now gets its vector when the index knows of the change. */
function textOf(
  { root }: IndexedTree,
  { id, path, hash, first, last }: UnembeddedPassage,
): { id: number; text: string }[] {
  const read = readText(root, path)
  if (read.kind !== 'text' || read.hash !== hash) return []
  const lines = splitLines(read.text).slice(first - 1, last)
  return [{ id, text: `${path}\n${lines.join('\n')}`.slice(0, LONGEST_TEXT) }]
}
