import { isRefused } from '../operation/errors.ts'
import type { Call } from '../workspace/call.ts'
import { keepsGrants } from '../workspace/trust/judge.ts'
import { readPins } from '../workspace/trust/pins.ts'
import { subjectsOf } from '../workspace/trust/subjects.ts'
import { judgeGrants, type ToolVersion } from './granted.ts'
import type { Grant, GrantView, SecretsView, SecretView, Uses, Vault } from './model.ts'
import { readGrants, readUses } from './records.ts'
import { folderOf, grantsFile, scopesIn, usesFile, vaultFile } from './secret-folders.ts'
import { openVault } from './vault.ts'

/** Tools by name, as they would run now. */
export async function toolVersions(call: Call): Promise<ReadonlyMap<string, ToolVersion>> {
  const subjects = await subjectsOf(call)
  const pins = readPins(call)
  return new Map(
    subjects.flatMap(({ name: subject, path, hash, runtime }) => {
      if (runtime === undefined) return []
      const name = subject.slice('tool:'.length)
      return [[name, { name, hash, runtime, keepsGrants: keepsGrants(path, pins, call.workspace.root) }] as const]
    }),
  )
}

export async function viewAll(call: Call): Promise<SecretsView> {
  const problems: { path: string; message: string }[] = []
  const attempt = async <T>(path: string, read: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      if (!isRefused(error)) throw error
      problems.push({ path: error.target ?? path, message: error.message })
      return otherwise
    }
  }
  const vaults = new Map<string, Vault['secrets']>()
  for (const scope of scopesIn(call))
    vaults.set(scope, await attempt(vaultFile(call, scope), () => openVault(call, scope), {}))
  const grants = await attempt(grantsFile(call), () => readGrants(call), [])
  const uses = await attempt(usesFile(call), () => readUses(call), {})
  const tools = await toolVersions(call)
  const names = new Set([...vaults.values()].flatMap(secrets => Object.keys(secrets)))
  for (const { secret } of grants) names.add(secret)
  return {
    secrets: [...names].sort().map(name => oneOf(name, { vaults, grants, uses, tools })),
    tools: [...tools.keys()].sort(),
    problems,
    folder: folderOf(call),
  }
}

export async function secretViewOf(call: Call, name: string): Promise<SecretView> {
  const { secrets } = await viewAll(call)
  return secrets.find(secret => secret.name === name) ?? { name, scopes: [], grants: [] }
}

interface SecretSources {
  readonly vaults: ReadonlyMap<string, Vault['secrets']>
  readonly grants: readonly Grant[]
  readonly uses: Uses['uses']
  readonly tools: ReadonlyMap<string, ToolVersion>
}

function oneOf(name: string, { vaults, grants, uses, tools }: SecretSources): SecretView {
  const scopes = [...vaults].flatMap(([scope, secrets]) => {
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined
    const used = uses[`${name}@${scope}`]
    if (secret === undefined) return []
    const { at, by } = secret.set
    return [{ scope, set_at: at, set_by: by, ...(used !== undefined && { last_used: used }) }]
  })
  const granted = grants.filter(({ secret }) => secret === name)
  return { name, scopes, grants: newestOf(granted).map(grant => grantView(grant, granted, tools)) }
}

/** One line per tool and scope, whatever versions of it were granted. */
function newestOf(grants: readonly Grant[]): Grant[] {
  return [...new Map(grants.map(grant => [`${grant.tool}@${grant.scope ?? ''}`, grant])).values()]
}

function grantView(grant: Grant, all: readonly Grant[], tools: SecretSources['tools']): GrantView {
  const { tool, scope, at, by, runtime } = grant
  const now = tools.get(tool)
  const judged =
    now === undefined
      ? 'gone'
      : judgeGrants(
          now,
          all.filter(each => each.scope === scope),
        )
  const standing = judged === 'none' ? 'changed' : judged
  return { tool, ...(scope !== undefined && { scope }), at, by, ...(runtime !== undefined && { runtime }), standing }
}
