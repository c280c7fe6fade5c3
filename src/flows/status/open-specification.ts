import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import type { Need, WorkspaceStatus } from '../model.ts'

export interface OpenSpecification {
  readonly specification?: NonNullable<WorkspaceStatus['specification']>
  /** Every stage of it is done, and none is stale. */
  readonly finished_specification?: NonNullable<WorkspaceStatus['finished_specification']>
  readonly damaged: Need[]
}

/** The specification of this worktree while a stage of it is open; where there is none, nothing of it is loaded. */
export async function openSpecification(call: Call): Promise<OpenSpecification> {
  if (!fs.existsSync(path.join(call.workspace.root, 'sdd/sdd.json'))) return { damaged: [] }
  const { requireSpec } = await import('../../specs/spec-file.ts')
  const { viewSpec } = await import('../../specs/show/view-spec.ts')
  const { filesOf } = await import('../../workspace/workspace-files.ts')
  try {
    const files = filesOf(call)
    const { name, mode, current_stage, done, stages, next } = viewSpec(files, requireSpec(files))
    const stale = stages.filter(stage => stage.stale.length > 0).map(stage => stage.path)
    if (done) return { finished_specification: { name, mode }, damaged: [] }
    return { specification: { name, mode, stage: current_stage, stale, next }, damaged: [] }
  } catch (error) {
    if (!isRefused(error)) throw error
    const title = `${error.target ?? 'sdd/sdd.json'} cannot be read`
    return { damaged: [{ kind: 'damaged', title, detail: error.message, fix: error.fix ?? shell`furrow doctor` }] }
  }
}
