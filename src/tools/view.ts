import fs from 'node:fs'
import path from 'node:path'
import type { Call } from '../workspace/call.ts'
import { isTrusted } from '../workspace/trust/judge.ts'
import type { FoundTool } from './find.ts'
import { isObject } from './meta/read-meta.ts'
import type { Tool } from './model.ts'
import { lackingFor } from './run/secrets.ts'
import { findRuntime } from './runtime/find.ts'
import { isSetUp } from './setup/state.ts'

/** Where a clone remembers what it was copied from. */
export const ORIGIN = '.furrow-origin.json'

/** A tool as every door shows it. */
export async function viewTool(call: Call, tool: FoundTool, runtime = findRuntime(call.env)): Promise<Tool> {
  const known = views.get(tool)
  if (known?.runtime === runtime.name) return known
  const view = await look(call, tool, runtime.name)
  if (isSettled(tool)) views.set(tool, view)
  return view
}

/** Of tools whose view depends on nothing but what was found. */
const views = new WeakMap<FoundTool, Tool>()

function isSettled({ meta }: FoundTool): boolean {
  return !meta.requires_setup && (meta.secrets ?? []).length === 0
}

async function look(call: Call, tool: FoundTool, runtime: Tool['runtime']): Promise<Tool> {
  const { meta, place, problems, closure, standing, error, builtIn } = tool
  const { missing_secrets, missing_grants, missing_scopes } = await lackingFor(call, tool)
  const origin = originOnce(tool)
  return {
    ...meta,
    ...(meta.requires_setup && { setup_done: isSetUp(call, tool) }),
    built_in: builtIn,
    source: place.source,
    path: tool.path,
    trusted: isTrusted(standing),
    standing,
    hash: closure.hash,
    runtime,
    ...(error !== undefined && { error }),
    problems: [...problems],
    missing_secrets: [...missing_secrets],
    missing_grants: [...missing_grants],
    ...(missing_scopes.length > 0 && { missing_scopes: [...missing_scopes] }),
    ...(origin !== undefined && { cloned_from: origin }),
  }
}

export function originOf(folder: string): Tool['cloned_from'] {
  try {
    const said = JSON.parse(fs.readFileSync(path.join(folder, ORIGIN), 'utf8')) as unknown
    if (!isObject(said)) return undefined
    return { name: String(said['name']), version: String(said['version']), hash: String(said['hash']) }
  } catch {
    return undefined
  }
}

const origins = new WeakMap<object, { readonly origin: Tool['cloned_from'] }>()

/** Read again when something in its folder has changed. */
function originOnce({ closure, place }: FoundTool): Tool['cloned_from'] {
  const known = origins.get(closure) ?? { origin: originOf(place.folder) }
  origins.set(closure, known)
  return known.origin
}
