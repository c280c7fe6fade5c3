import { Engine, summaryOf } from '../../../ask/index/engine.ts'
import { openWorkspace } from '../../../workspace/workspace.ts'

const STEP_MS = 500

/** `furrow index [--rebuild]`: what a run of `furrow ask index` executes; it tells how far it is on its standard output. */
export async function indexCodebase(words: readonly string[]): Promise<number> {
  const { root, repository } = openWorkspace(process.cwd())
  const engine = new Engine({ root, git: repository.gitDir !== undefined })
  let told = 0
  try {
    const index = await engine.refresh({
      rebuild: words.includes('--rebuild'),
      progress({ message, done, total }) {
        if (performance.now() - told < STEP_MS && done !== total) return
        told = performance.now()
        console.log(message)
      },
    })
    const { files, chunks, skipped } = summaryOf(index)
    console.log(`${files} files in ${chunks} passages; ${skipped} left out.`)
    return 0
  } finally {
    engine.close()
  }
}
