import path from 'node:path'
import type { Call } from '../../workspace/call.ts'
import { packageRoot } from '../../workspace/package-root.ts'
import type { Closure } from '../files/closure.ts'
import { TOOL_FILE, type ToolPlace } from '../files/places.ts'
import { bundleOf } from './bundle.ts'
import { type FoundRuntime, findRuntime } from './find.ts'

export interface ToolCommand {
  readonly argv: readonly string[]
  readonly runtime: FoundRuntime['name']
}

/** Nothing is downloaded when a tool runs: what is not installed is missing. */
const DIRECTLY: Readonly<Record<'bun' | 'deno', readonly string[]>> = {
  bun: ['--no-install', 'run'],
  deno: ['run', '--quiet', '--allow-all', '--no-prompt', '--cached-only', '--no-lock'],
}

/** How a tool is run in one of its modes. */
export async function commandFor(
  call: Pick<Call, 'env' | 'home' | 'manifest'>,
  { name, folder }: ToolPlace,
  { closure, mode }: { closure: Closure; mode: readonly string[] },
): Promise<ToolCommand> {
  const runtime = findRuntime(call.env)
  const { home, manifest } = call
  if (runtime.name === 'node') {
    const bundle = await bundleOf({ name, folder, closure, home, version: manifest.version })
    return { argv: [runtime.program, bundle, ...mode], runtime: 'node' }
  }
  const file = path.join(folder, TOOL_FILE)
  return { argv: [runtime.program, ...DIRECTLY[runtime.name], file, ...mode], runtime: runtime.name }
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
