import { refuse } from '../../operation/errors.ts'
import type { MaskedSecret } from '../../runs/mask/patterns.ts'
import { conditionHolds } from '../../shared/follow-ups/holds.ts'
import { unnamedSecret } from '../../shared/form/unnamed-secret.ts'
import { shell, splice } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import type { RuntimeProgram } from '../../workspace/trust/subjects.ts'
import type { FoundTool } from '../find-tool.ts'
import type { JsonObject, SecretRef } from '../model.ts'
import { findRuntime } from '../runtime/find-runtime.ts'
import {
  type GrantedTool,
  type SecretsForTool,
  type ToolSecrets,
  toolAsks,
  toolSecrets,
  type WantedSecret,
} from '../tool-ports.ts'
import { defaultInput, scopeFor, scopesOf } from './scopes.ts'
import { offerServer, refuseWithoutServer, type ServerAccess, splitServer } from './server-access.ts'

export interface InScope {
  readonly name: string
  readonly scope: string
}

interface MissingSecrets {
  readonly missing_secrets: readonly string[]
  readonly missing_grants: readonly string[]
  /** Which values are not set, where the name alone does not say it. */
  readonly missing_scopes: readonly InScope[]
}

const NOTHING: MissingSecrets = { missing_secrets: [], missing_grants: [], missing_scopes: [] }

/**
 * What a tool would lack if it were run now; nothing is decrypted for it. Of a scope that follows the input, the one
 * that the form opens with decides, or else all that it can say.
 */
export async function lackingFor(call: Call, tool: SecretConsumer & Pick<FoundTool, 'meta'>): Promise<MissingSecrets> {
  const opened = defaultInput(tool.meta)
  const secrets = (tool.meta.secrets ?? []).filter(({ when }) => conditionHolds(when, opened))
  if (secrets.length === 0) return NOTHING
  const port = await call.port(toolSecrets)
  const lacks = await Promise.all(
    secrets.map(secret => lackingOf(call, { port, asking: grantedTool(call, tool), meta: tool.meta }, secret)),
  )
  return {
    missing_secrets: lacks.flatMap(({ unset, name }) => (unset ? [name] : [])),
    missing_grants: lacks.flatMap(({ ungranted, name }) => (ungranted ? [name] : [])),
    missing_scopes: lacks.flatMap(({ scopes, name }) => scopes.map(scope => ({ name, scope }))),
  }
}

interface SecretQuery {
  readonly port: ToolSecrets
  readonly asking: GrantedTool
  readonly meta: FoundTool['meta']
}

async function lackingOf(call: Call, { port, asking, meta }: SecretQuery, secret: SecretRef) {
  const { env_var: name, required } = secret
  const { possible, first } = scopesOf(secret, meta)
  const looked = await Promise.all(
    possible.map(async scope => {
      const wanted = await offerServer(call, asking, [{ name, scope, required }])
      return { scope, ...(await port.peek(asking, wanted)) }
    }),
  )
  const judged = looked.filter(({ scope }) => first === undefined || scope === first)
  const scopes = looked.filter(({ missing_secrets: [unset] }) => unset !== undefined).map(({ scope }) => scope)
  return {
    name,
    unset: judged.every(({ missing_secrets: [unset] }) => unset !== undefined),
    ungranted: judged.some(({ missing_grants: [ungranted] }) => ungranted !== undefined),
    scopes: secret.scope === undefined ? [] : scopes,
  }
}

/** The values for one run; without those that are required nothing is started. */
export async function secretsFor(call: Call, tool: FoundTool, input: JsonObject): Promise<GivenSecrets> {
  refuseUnnamed(tool)
  const asking = grantedTool(call, tool)
  const wanted = await offerServer(call, asking, wantedBy(tool, input))
  if (wanted.length === 0) return { secrets: [], kept: [] }
  const provided = await (await call.port(toolSecrets)).provide(asking, wanted)
  const { secrets, missing_secrets, missing_grants, other_runtimes = [], kept_grants: kept = [] } = provided
  if (missing_secrets.length + missing_grants.length === 0) {
    const given = wanted.filter(({ name }) => secrets.some(secret => secret.name === name))
    await (await call.port(toolAsks)).answered(tool.place.name, given)
    return { ...splitServer(call, wanted, secrets), kept }
  }
  refuseWithoutServer(tool.place.name, missing_secrets)
  if (missing_secrets.length > 0 && call.actor.kind === 'agent')
    await (await call.port(toolAsks)).secrets(
      tool.place.name,
      wanted.filter(({ name }) => missing_secrets.includes(name)),
    )
  const missing_scopes = wanted
    .filter(({ name, scope }) => missing_secrets.includes(name) && scope !== 'default')
    .map(({ name, scope }) => ({ name, scope }))
  throw lacking(asking, { missing_secrets, missing_grants, missing_scopes, other_runtimes })
}

/** One that has no readable name would be left out, and the tool be run without it. */
function refuseUnnamed({ place, problems }: FoundTool): void {
  const wrong = unnamedSecret(problems)
  if (wrong === undefined) return
  const { field, message } = wrong
  throw refuse('invalid_state', `${place.name} declares a secret wrongly: ${field} ${message}. It was not started.`, {
    target: field,
    fix: shell`furrow tool info ${place.name}`,
  })
}

export interface GivenSecrets extends ServerAccess {
  readonly secrets: readonly MaskedSecret[]
  /** Those that were granted to other code of this tool. */
  readonly kept: readonly string[]
}

type Refusing = MissingSecrets & Required<Pick<SecretsForTool, 'other_runtimes'>>

function lacking(
  asking: GrantedTool,
  { missing_secrets: unset, missing_grants: ungranted, missing_scopes: scopes, other_runtimes: others }: Refusing,
) {
  const { name: tool } = asking
  const scopeOf = (name: string) => scopes.find(each => each.name === name)?.scope
  const shown = unset.map(name => (scopeOf(name) === undefined ? name : `${name} (scope ${scopeOf(name)})`))
  const [secret] = unset
  const says = [
    ...(unset.length > 0 ? [`${shown.join(', ')} must be configured before ${tool} can run`] : []),
    ...(ungranted.length > 0 ? [`${ungranted.join(', ')} must be granted to ${tool} as it is now`] : []),
    ...others.map(other => otherRuntime(asking, other)),
  ].join('; ')
  const scope = secret === undefined ? undefined : scopeOf(secret)
  return refuse(secret === undefined ? 'missing_grants' : 'missing_secrets', `Secrets required: ${says}.`, {
    target: tool,
    fix:
      secret === undefined
        ? shell`furrow secrets grant ${ungranted[0] ?? ''} ${tool}`
        : shell`furrow secrets set ${secret} ${scope === undefined ? [] : splice(shell`--scope ${scope}`)}`,
    details: {
      missing_secrets: unset,
      missing_grants: ungranted,
      ...(scopes.length > 0 && { missing_scopes: scopes }),
    },
  })
}

function otherRuntime({ name: tool, runtime: now }: GrantedTool, { name, runtime }: OtherRuntime): string {
  const before = runtime === undefined ? 'by Furrow 0.1, which did not note what runs it' : `for ${programOf(runtime)}`
  return `${name} was granted ${before}, and ${tool} now runs with ${programOf(now)}`
}

type OtherRuntime = NonNullable<SecretsForTool['other_runtimes']>[number]

function programOf({ name, program }: RuntimeProgram): string {
  return `${name} (${program})`
}

type SecretConsumer = Pick<FoundTool, 'place' | 'closure' | 'keepsGrants'>

export function grantedTool(
  call: Pick<Call, 'env' | 'workspace'>,
  { place, closure, keepsGrants }: SecretConsumer,
): GrantedTool {
  return { name: place.name, hash: closure.hash, runtime: findRuntime(call), keepsGrants }
}

function wantedBy({ meta }: Pick<FoundTool, 'meta'>, input: JsonObject): WantedSecret[] {
  return (meta.secrets ?? [])
    .filter(({ when }) => conditionHolds(when, input))
    .map(secret => ({ name: secret.env_var, required: secret.required, scope: scopeFor(secret, input) }))
}
