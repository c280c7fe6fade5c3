import { covers } from '../operation/actor.ts'
import { commandLine } from '../operation/command/command-line.ts'
import { type Refused, refuse } from '../operation/errors.ts'
import type { OperationEntry } from '../operation/manifest.ts'
import { withoutSecrets } from '../operation/names/secret-fields.ts'
import type { Call } from '../workspace/call.ts'
import { requestPerson } from '../workspace/requests/requests.ts'

/** Person-only operations: a person, a token made by one for this, or what the person's own config delegates. */
export async function whyNotAuthorized(
  call: Call,
  entry: OperationEntry,
  { input, possible }: { input: unknown; possible?: (() => Promise<void>) | undefined },
): Promise<Refused | undefined> {
  if (entry.authority === 'anyone' || call.actor.kind === 'person') return undefined
  if (call.actor.allow?.some(word => covers(word, entry.name)) === true) return undefined
  // Reading YAML is only worth its start-up time for the rare call that gets here.
  const { readPersonConfig } = await import('../workspace/config/read-config.ts')
  const delegated = readPersonConfig(call.home).values.get('delegate')
  if (Array.isArray(delegated) && delegated.includes(entry.name)) return undefined
  await possible?.()
  const kept = withoutSecrets(entry, input as Record<string, unknown>)
  const typed = commandLine(entry, kept)
  // Asking for leave to give leave would only ask in a circle.
  const request = entry.name.startsWith('request.') ? undefined : await requestPerson(call, entry.name, kept)
  return refuse('needs_person', `${entry.name} is for a person to decide; ${call.actor.id} is an agent.`, {
    target: entry.name,
    fix: typed,
    ...(request !== undefined && {
      details: { request: request.id, ...(request.address !== undefined && { address: request.address }) },
    }),
  })
}
