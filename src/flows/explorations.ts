import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import type { Call } from '../workspace/call.ts'
import type { Need, Status } from './model.ts'

export interface OpenExploration {
  readonly exploration?: NonNullable<Status['exploration']>
  readonly damaged: Need[]
}

/** The exploration of this worktree; where there is none, nothing of the engine is loaded. */
export async function openExploration(call: Call): Promise<OpenExploration> {
  const isThere = (file: string) => fs.existsSync(path.join(call.workspace.root, '.sow/project', file))
  if (!isThere('state.yaml') && !isThere('events.jsonl')) return { damaged: [] }
  const { hold, sightOf } = await import('../projects/engine.ts')
  const { viewProject } = await import('../projects/view.ts')
  const { filesOf } = await import('../workspace/files.ts')
  const files = filesOf(call)
  try {
    const held = hold(call, files)
    const { name, type, description, state, terminal, next } = viewProject(held, sightOf(call, held, files))
    return terminal ? { damaged: [] } : { exploration: { name, type, description, state, next }, damaged: [] }
  } catch (error) {
    if (!isRefused(error)) throw error
    const title = `${error.target ?? '.sow/project'} cannot be used`
    return { damaged: [{ kind: 'damaged', title, detail: error.message, fix: error.fix ?? shell`furrow doctor` }] }
  }
}
