import type { Progress } from '../../operation/capabilities.ts'
import type { Embedder } from '../../search/vectors/port.ts'
import { immediately, prepared } from '../../store/sqlite.ts'
import { linesOf } from './cut.ts'
import type { CodeIndex } from './database.ts'
import type { Tree } from './list-files.ts'
import { readText } from './read-text.ts'

export interface EmbedOptions {
  readonly embedder: Embedder
  readonly most: number
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
}

const BATCH = 32
/** Models read no more of a text than about this. */
const LONGEST_TEXT = 6000

/** Has vectors made for passages that lack one, some at a time. Tells how many were made. */
export async function embedMissing(index: CodeIndex, tree: Tree, options: EmbedOptions): Promise<number> {
  const { embedder, most, signal, progress } = options
  let [made, after] = [0, 0]
  while (made < most) {
    signal?.throwIfAborted()
    const lacking = lackingIn(index, after, Math.min(BATCH, most - made))
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
    immediately(index.database, () => {
      for (const [at, { id }] of texts.entries()) if (found[at] !== undefined) index.vectors.put(id, found[at])
    })
    after = last.id
    made += texts.length
    progress?.({ done: made, message: `${made} vectors made` })
  }
  return made
}

interface Lacking {
  readonly id: number
  readonly path: string
  readonly hash: string
  readonly first: number
  readonly last: number
}

function lackingIn({ database }: CodeIndex, after: number, limit: number): Lacking[] {
  return prepared(
    database,
    `SELECT chunks.id, path, hash, first, last FROM chunks JOIN files ON files.id = chunks.file
     WHERE chunks.id > ? AND NOT EXISTS (SELECT 1 FROM vectors WHERE vectors.id = chunks.id) ORDER BY chunks.id LIMIT ?`,
  ).all(after, limit) as unknown as Lacking[]
}

/** What has changed by now gets its vector when the index knows of the change. */
function textOf({ root }: Tree, { id, path, hash, first, last }: Lacking): { id: number; text: string }[] {
  const read = readText(root, path)
  if (read.kind !== 'text' || read.hash !== hash) return []
  const lines = linesOf(read.text).slice(first - 1, last)
  return [{ id, text: `${path}\n${lines.join('\n')}`.slice(0, LONGEST_TEXT) }]
}
