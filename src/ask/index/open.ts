import { vectorSettingsIn } from '../../search/vectors/configured.ts'
import type { Call } from '../../workspace/call.ts'
import { readableConfig, readPersonConfig } from '../../workspace/config/read-config.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { Engine } from './engine.ts'
import type { IndexedTree } from './files/list-files.ts'

const engines = new WeakMap<Workspace, Engine>()

/** One for each opened workspace; it closes with it. */
export function engineIn(call: Pick<Call, 'workspace' | 'home' | 'env' | 'beforeClose'>): Engine {
  const tree = indexedTreeOf(call)
  const known = engines.get(call.workspace)
  if (known !== undefined) return known.adopt(tree)
  const engine = new Engine(tree)
  engines.set(call.workspace, engine)
  call.beforeClose(async () => engine.close())
  return engine
}

export function indexedTreeOf({ workspace, home, env }: Pick<Call, 'workspace' | 'home' | 'env'>): IndexedTree {
  const { root, repository } = workspace
  // The person alone decides about vectors: settings of the project that cannot be read are not in the way.
  readPersonConfig(home)
  const vectors = vectorSettingsIn({ env, home }, readableConfig({ home, workspace }).config, 'ask')
  return { root, git: repository.gitDir !== undefined, vectors }
}
