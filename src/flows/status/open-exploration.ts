import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import type { Need, WorkspaceStatus } from '../model.ts'

export interface OpenExploration {
  readonly exploration?: NonNullable<WorkspaceStatus['exploration']>
  readonly damaged: Need[]
}

/** The exploration of this worktree; where there is none, nothing of the engine is loaded. */
export async function openExploration(call: Call): Promise<OpenExploration> {
  const isThere = (file: string) => fs.existsSync(path.join(call.workspace.root, '.sow/project', file))
  if (!isThere('state.yaml') && !isThere('events.jsonl')) return { damaged: [] }
  const { requireProject: hold } = await import('../../explorations/record/engine.ts')
  const { viewWithGit } = await import('../../explorations/show/view-with-git.ts')
  const { filesOf } = await import('../../workspace/workspace-files.ts')
  try {
    const held = hold(call, filesOf(call))
    const { name, type, description, state, terminal, next, problems } = await viewWithGit(call, held)
    return terminal && problems.length === 0
      ? { damaged: [] }
      : { exploration: { name, type, description, state, next }, damaged: [] }
  } catch (error) {
    if (!isRefused(error)) throw error
    const title = `${error.target ?? '.sow/project'} cannot be used`
    return { damaged: [{ kind: 'damaged', title, detail: error.message, fix: error.fix ?? shell`furrow doctor` }] }
  }
}
