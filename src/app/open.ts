import { type Failure, isRefused, type Refused, refuse, toFailure } from '../operation/errors.ts'
import type { ResourceEntry } from '../operation/manifest.ts'
import { whyNotId, whyNotRepoPath } from '../operation/names/naming.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Call, ResourceBody, ResourceRequest } from '../workspace/call.ts'
import { resources } from './resources.ts'

/** An opened resource, or why there is none; bugs throw. */
export type OpenedResource =
  | { readonly ok: true; readonly body: ResourceBody }
  | { readonly ok: false; readonly error: Failure }

const CHECKS = { id: whyNotId, path: whyNotRepoPath } as const

export async function openResource(call: Call, name: string, request: ResourceRequest): Promise<OpenedResource> {
  const resource = resources.find(entry => entry.name === name)
  if (resource === undefined) throw new Error(`${name} is in the manifest but not in the list of resources`)
  try {
    const value = whyNotAsked(resource, request) ?? (await (await resource.load())(call, request))
    return isRefused(value) ? { ok: false, error: toFailure(value) } : { ok: true, body: value }
  } catch (error) {
    if (isRefused(error)) return { ok: false, error: toFailure(error) }
    throw error
  }
}

function whyNotAsked({ params, query = [] }: ResourceEntry, request: ResourceRequest): Refused | undefined {
  for (const [field, kind] of Object.entries(params)) {
    const reason = CHECKS[kind](request.params[field] ?? '')
    if (reason !== undefined)
      return refuse('usage', `${field}: ${reason}`, { target: field, fix: shell`furrow reference`, details: { field } })
  }
  const unknown = Object.keys(request.query).find(key => !query.includes(key))
  if (unknown === undefined) return undefined
  return refuse('usage', `There is no input ${JSON.stringify(unknown)}.`, {
    target: unknown,
    fix: shell`furrow reference`,
  })
}
