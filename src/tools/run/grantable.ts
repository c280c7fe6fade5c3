import type { Call } from '../../workspace/call.ts'
import { isServerAccess } from '../../workspace/serving/access.ts'
import type { FoundTool } from '../find-tool.ts'
import type { SecretRef } from '../model.ts'
import { toolSecrets } from '../tool-ports.ts'
import { scopesOf } from './scopes.ts'
import { grantedTool } from './secrets.ts'
import { offerServer } from './server-access.ts'

/**
 * Every secret that a tool declares, that is set in a scope a run may ask for, and that is not granted to it: also those
 * that are optional or that only some inputs need.
 */
export async function grantableSecrets(call: Call, tool: FoundTool): Promise<string[]> {
  const port = await call.port(toolSecrets)
  const asking = grantedTool(call, tool)
  const isGrantable = async (secret: SecretRef) => {
    const { env_var: name } = secret
    const peeked = await Promise.all(
      scopesOf(secret, tool.meta).possible.map(scope => port.peek(asking, [{ name, scope, required: true }])),
    )
    return peeked.some(({ missing_grants }) => missing_grants.length > 0)
  }
  // What calls the server is granted where a tool cannot run without it, and by name.
  const declared = (tool.meta.secrets ?? []).filter(({ env_var }) => !isServerAccess(env_var))
  const found = await Promise.all(declared.map(async secret => ((await isGrantable(secret)) ? [secret.env_var] : [])))
  return [...new Set(found.flat())]
}

/** Every secret that a tool declares and that is set in no scope that a run may ask for, needed by every input or not. */
export async function unsetSecrets(call: Call, tool: FoundTool): Promise<string[]> {
  const port = await call.port(toolSecrets)
  const asking = grantedTool(call, tool)
  const isUnset = async (secret: SecretRef) => {
    const wanted = scopesOf(secret, tool.meta).possible.map(scope => ({ name: secret.env_var, scope, required: true }))
    const peeked = await Promise.all(
      wanted.map(async each => port.peek(asking, await offerServer(call, asking, [each]))),
    )
    return peeked.every(({ missing_secrets }) => missing_secrets.includes(secret.env_var))
  }
  const found = await Promise.all(
    (tool.meta.secrets ?? []).map(async secret => ((await isUnset(secret)) ? [secret.env_var] : [])),
  )
  return [...new Set(found.flat())]
}
