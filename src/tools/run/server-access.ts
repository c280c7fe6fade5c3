import { refuse } from '../../operation/errors.ts'
import type { MaskedSecret } from '../../runs/mask/patterns.ts'
import { accessBy, type RunAccess } from '../../runs/own/run-access.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { serverAddress } from '../../workspace/server.ts'
import { AGENT_TOKEN, isServerAccess, SERVER_URL } from '../../workspace/serving/access.ts'
import { type GrantedTool, toolGrants, toolSecrets, type WantedSecret } from '../tool-ports.ts'

/** What a run gets to call back to the server. */
export interface ServerAccess {
  readonly given?: Readonly<Record<string, string>>
  readonly access?: RunAccess
}

/**
 * The two variables of the server are offered to whoever declares them, and to code that a person granted the token:
 * tools of the original read them without a word in their meta. A value that a person stored counts before ours.
 */
export async function offerServer(
  call: Call,
  asking: GrantedTool,
  declared: readonly WantedSecret[],
): Promise<WantedSecret[]> {
  const wanted = (await isGrantedUnasked(call, asking, declared)) ? [...declared, ...bothOf(declared)] : [...declared]
  const address = wanted.some(({ name }) => isServerAccess(name)) ? serverAddress(call.store) : undefined
  if (address === undefined) return wanted
  return wanted.map(want => {
    if (want.name === SERVER_URL) return { ...want, offer: { value: address, free: true } }
    return want.name === AGENT_TOKEN ? { ...want, offer: { value: mintToken(call), free: false } } : want
  })
}

async function isGrantedUnasked(call: Call, asking: GrantedTool, declared: readonly WantedSecret[]): Promise<boolean> {
  if (declared.some(({ name }) => name === AGENT_TOKEN)) return false
  if (!(await call.port(toolGrants)).mention(AGENT_TOKEN)) return false
  return (await call.port(toolSecrets)).isGranted(asking, AGENT_TOKEN)
}

function bothOf(declared: readonly WantedSecret[]): WantedSecret[] {
  return [SERVER_URL, AGENT_TOKEN]
    .filter(name => !declared.some(want => want.name === name))
    .map(name => ({ name, scope: 'default', required: true }))
}

function mintToken({ random }: Call): string {
  return `furrow_run_${Buffer.from(random.bytes(32)).toString('base64url')}`
}

/** The address is no secret, and masking it would only garble logs; of the token the run's lease keeps the digest. */
export function splitServer(
  call: Call,
  wanted: readonly WantedSecret[],
  secrets: readonly MaskedSecret[],
): ServerAccess & { readonly secrets: readonly MaskedSecret[] } {
  const isOurs = ({ name, value }: MaskedSecret) =>
    wanted.some(want => want.name === name && want.offer?.value === value)
  const address = secrets.find(secret => secret.name === SERVER_URL && isOurs(secret))
  const token = secrets.find(secret => secret.name === AGENT_TOKEN && isOurs(secret))
  return {
    secrets: secrets.filter(secret => secret !== address),
    ...(address !== undefined && { given: { [SERVER_URL]: address.value } }),
    ...(token !== undefined && { access: accessBy(token.value, call.store) }),
  }
}

/** Nobody can set what only a running server has. */
export function refuseWithoutServer(tool: string, missing: readonly string[]): void {
  if (!missing.some(isServerAccess)) return
  throw refuse('blocked', `${tool} calls Furrow's server, and none is running for this workspace.`, {
    target: tool,
    fix: shell`furrow serve`,
  })
}
