import { refuse } from '../../operation/errors.ts'
import type { Secret } from '../../runs/mask/patterns.ts'
import type { Call } from '../../workspace/call.ts'
import type { FoundTool } from '../find.ts'
import { fill } from '../follow-ups/fill.ts'
import { holds } from '../follow-ups/holds.ts'
import type { JsonObject } from '../model.ts'
import { toolAsks, toolSecrets, type WantedSecret } from '../ports.ts'

type Lacking = { readonly missing_secrets: readonly string[]; readonly missing_grants: readonly string[] }

/** What a tool would lack if it were run now; nothing is decrypted for it. */
export async function lackingFor(call: Call, tool: Pick<FoundTool, 'place' | 'closure' | 'meta'>): Promise<Lacking> {
  const wanted = wantedBy(tool, defaultsOf(tool.meta.input_schema))
  if (wanted.length === 0) return { missing_secrets: [], missing_grants: [] }
  return (await call.port(toolSecrets)).peek(nameOf(tool), wanted)
}

/** The values for one run; without those that are required nothing is started. */
export async function secretsFor(call: Call, tool: FoundTool, input: JsonObject): Promise<readonly Secret[]> {
  const wanted = wantedBy(tool, input)
  if (wanted.length === 0) return []
  const { secrets, missing_secrets, missing_grants } = await (await call.port(toolSecrets)).provide(
    nameOf(tool),
    wanted,
  )
  if (missing_secrets.length > 0 && call.actor.kind === 'agent')
    await (await call.port(toolAsks)).secrets(tool.place.name, missing_secrets)
  if (missing_secrets.length + missing_grants.length > 0)
    throw lacking(tool.place.name, { missing_secrets, missing_grants }, wanted)
  return secrets
}

/** What a run without any input would have. */
function defaultsOf({ properties }: JsonObject): JsonObject {
  const known = Object.entries(Object(properties) as Record<string, unknown>)
  return Object.fromEntries(known.map(([key, property]) => [key, (Object(property) as JsonObject)['default']]))
}

function lacking(
  tool: string,
  { missing_secrets: unset, missing_grants: ungranted }: Lacking,
  wanted: readonly WantedSecret[],
) {
  const [secret] = unset
  const scope = wanted.find(({ name }) => name === secret)?.scope ?? 'default'
  const command = `furrow secrets set ${secret}${scope === 'default' ? '' : ` --scope ${scope}`}`
  const says = [
    ...(unset.length > 0 ? [`${unset.join(', ')} must be configured before ${tool} can run`] : []),
    ...(ungranted.length > 0 ? [`${ungranted.join(', ')} must be granted to ${tool} as it is now`] : []),
  ].join('; ')
  return refuse(secret === undefined ? 'missing_grants' : 'missing_secrets', `Secrets required: ${says}.`, {
    target: tool,
    fix: secret === undefined ? `furrow secrets grant ${ungranted[0]} ${tool}` : command,
    details: { missing_secrets: unset, missing_grants: ungranted },
  })
}

function nameOf({ place, closure }: Pick<FoundTool, 'place' | 'closure'>) {
  return { name: place.name, hash: closure.hash }
}

/** The scope may depend on the input: a key for staging is none for production. */
function wantedBy({ meta }: Pick<FoundTool, 'meta'>, input: JsonObject): WantedSecret[] {
  return (meta.secrets ?? [])
    .filter(({ when }) => holds(when, input))
    .map(({ env_var, required, scope }) => ({
      name: env_var,
      required,
      scope: (scope === undefined ? '' : fill(scope, { input }).text.trim()) || 'default',
    }))
}
