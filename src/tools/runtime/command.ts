import path from 'node:path'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { Call } from '../../workspace/call.ts'
import type { Closure } from '../files/closure.ts'
import type { ToolPlace } from '../files/tool-folders.ts'
import { bundleOf } from './bundle.ts'
import { type FoundRuntime, findRuntime } from './find-runtime.ts'

export interface ToolCommand {
  readonly argv: readonly string[]
  readonly runtime: FoundRuntime['name']
}

/** Nothing is downloaded when a tool runs, and no settings of the repository have a say in it. */
const FLAGS: Readonly<Record<FoundRuntime['name'], readonly string[]>> = {
  node: [],
  bun: ['--config=/dev/null', '--env-file=/dev/null', '--tsconfig-override=/dev/null', '--no-install', 'run'],
  deno: ['run', '--quiet', '--allow-all', '--no-prompt', '--no-config', '--no-lock', '--no-npm', '--no-remote'],
}

/** How a tool is run in one of its modes. */
export async function commandFor(
  call: Pick<Call, 'env' | 'home' | 'manifest' | 'workspace'>,
  place: ToolPlace,
  { closure, mode, root = call.workspace.root }: { closure: Closure; mode: readonly string[]; root?: string },
): Promise<ToolCommand> {
  const { name, program } = findRuntime(call)
  const { home, manifest } = call
  const bundle = await bundleOf({ place, root, closure, home, version: manifest.version })
  return { argv: [program, ...FLAGS[name], bundle, ...mode], runtime: name }
}

/** What a tool may know of itself and of who runs it; with the last two it can ask Furrow something. */
export function variablesFor({ name, folder }: Pick<ToolPlace, 'name' | 'folder'>): Record<`FURROW_${string}`, string> {
  return {
    FURROW_TOOL_NAME: name,
    FURROW_TOOL_DIR: folder,
    FURROW_NODE: process.execPath,
    FURROW_BIN: path.join(packageRoot(), 'dist/furrow.cjs'),
  }
}
