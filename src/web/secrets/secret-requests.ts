import type { RequestDetail } from '../api/types.ts'

/** What an agent would like to have set. */
export interface SecretRequest {
  readonly id: string
  readonly name: string
  readonly scope: string
  readonly by: RequestDetail['actor']
  readonly at: string
}

/** The pending requests that ask for a secret, one per name and scope. */
export function secretRequests(requests: readonly RequestDetail[]): SecretRequest[] {
  const wishes = new Map<string, SecretRequest>()
  for (const { id, operation, input, actor, created_at } of requests) {
    const { name, scope = 'default' } = Object(input) as { name?: unknown; scope?: unknown }
    if (operation !== 'secrets.set' || typeof name !== 'string' || typeof scope !== 'string') continue
    wishes.set(`${name}@${scope}`, { id, name, scope, by: actor, at: created_at })
  }
  return [...wishes.values()]
}
