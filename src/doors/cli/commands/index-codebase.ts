import { embedMissing } from '../../../ask/index/embed.ts'
import { Engine, indexSummaryOf } from '../../../ask/index/engine.ts'
import { vectorsOf } from '../../../ask/index/files/list-files.ts'
import { indexedTreeOf } from '../../../ask/index/open.ts'
import type { Progress } from '../../../operation/capabilities.ts'
import { embedderOf } from '../../../search/vectors/configured.ts'
import { openHome } from '../../../workspace/home.ts'
import { openWorkspace } from '../../../workspace/workspace.ts'

const STEP_MS = 500

/** `furrow index [--rebuild]`: what a run of `furrow ask index` executes; it tells how far it is on its standard output. */
export async function indexCodebase(words: readonly string[]): Promise<number> {
  const { env } = process
  const engine = new Engine(indexedTreeOf({ workspace: openWorkspace(process.cwd()), home: openHome(env), env }))
  let told = 0
  const progress = ({ message, done, total }: Progress) => {
    if (performance.now() - told < STEP_MS && done !== total) return
    told = performance.now()
    console.log(message)
  }
  try {
    const index = await engine.refresh({ rebuild: words.includes('--rebuild'), progress })
    const embedder = embedderOf(vectorsOf(engine.tree))
    if (embedder !== undefined)
      await embedMissing(index, engine.tree, { embedder, most: Number.MAX_SAFE_INTEGER, progress })
    const { files, chunks, skipped } = indexSummaryOf(index)
    console.log(`${files} files in ${chunks} passages; ${skipped} left out.`)
    return 0
  } finally {
    engine.close()
  }
}
