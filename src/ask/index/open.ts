import type { Call } from '../../workspace/call.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { Engine } from './engine.ts'

const engines = new WeakMap<Workspace, Engine>()

/** One for each opened workspace; it closes with it. */
export function engineIn({ workspace, beforeClose }: Pick<Call, 'workspace' | 'beforeClose'>): Engine {
  const known = engines.get(workspace)
  if (known !== undefined) return known
  const engine = new Engine({ root: workspace.root, git: workspace.repository.gitDir !== undefined })
  engines.set(workspace, engine)
  beforeClose(async () => engine.close())
  return engine
}
