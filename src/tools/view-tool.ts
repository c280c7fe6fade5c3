import path from 'node:path'
import { isObject } from '../shared/is-object.ts'
import { readRegularFile } from '../store/files/read-file.ts'
import type { Call } from '../workspace/call.ts'
import { isTrusted } from '../workspace/trust/judge.ts'
import type { FoundTool } from './find-tool.ts'
import type { Tool } from './model.ts'
import { lackingFor } from './run/secrets.ts'
import { type FoundRuntime, findRuntime } from './runtime/find-runtime.ts'
import { isSetUp } from './setup/state.ts'

/** Where a clone remembers what it was copied from. */
export const ORIGIN = '.furrow-origin.json'

/** A tool as every door shows it. */
export async function viewTool(call: Call, tool: FoundTool, runtime = findRuntime(call)): Promise<Tool> {
  const known = viewAsBefore(tool, runtime)
  if (known !== undefined) return known
  const changing = await changingIn(call, tool)
  const key = JSON.stringify([runtime.name, changing])
  const before = views.get(tool)
  if (before?.key === key) return before.view
  const view = { ...lasting(tool, runtime.name), ...changing }
  views.set(tool, { key, view })
  return view
}

/** Of a tool whose view depends on nothing but what was found. */
export function viewAsBefore(tool: FoundTool, { name }: Pick<FoundRuntime, 'name'>): Tool | undefined {
  const known = views.get(tool)?.view
  return known?.runtime === name && isSettled(tool) ? known : undefined
}

const views = new WeakMap<FoundTool, { readonly key: string; readonly view: Tool }>()

function isSettled({ meta }: FoundTool): boolean {
  return !meta.requires_setup && (meta.secrets ?? []).length === 0
}

type ChangingFields = Pick<Tool, 'setup_done' | 'missing_secrets' | 'missing_grants' | 'missing_scopes'>

/** What may be otherwise although the tool is as it was. */
async function changingIn(call: Call, tool: FoundTool): Promise<ChangingFields> {
  const { missing_secrets, missing_grants, missing_scopes } = await lackingFor(call, tool)
  return {
    ...(tool.meta.requires_setup && { setup_done: await isSetUp(call, tool) }),
    missing_secrets: [...missing_secrets],
    missing_grants: [...missing_grants],
    ...(missing_scopes.length > 0 && { missing_scopes: [...missing_scopes] }),
  }
}

function lasting(tool: FoundTool, runtime: Tool['runtime']): Omit<Tool, keyof ChangingFields> {
  const { meta, place, problems, closure, standing, error, builtIn } = tool
  const origin = toolOrigin(place.folder)
  return {
    ...meta,
    built_in: builtIn,
    source: place.source,
    path: tool.path,
    trusted: isTrusted(standing),
    standing,
    hash: closure.hash,
    runtime,
    ...(tool.keepsGrants && { keeps_grants: true }),
    ...(error !== undefined && { error }),
    problems: [...problems],
    ...(origin !== undefined && { cloned_from: origin }),
  }
}

export function toolOrigin(folder: string): Tool['cloned_from'] {
  try {
    const said = JSON.parse(readRegularFile(path.join(folder, ORIGIN)).toString('utf8')) as unknown
    if (!isObject(said)) return undefined
    return { name: String(said['name']), version: String(said['version']), hash: String(said['hash']) }
  } catch {
    return undefined
  }
}
