import type { IncomingMessage } from 'node:http'
import { shell } from '../../../shared/shell/shell.ts'
import { problem } from '../wire/problem.ts'
import type { HttpAnswer } from '../wire/reply.ts'
import { type Caller, type CredentialScope, identifyRequest, type Keyring } from './credentials.ts'
import type { FailedAttempts } from './tries.ts'

/** Who may use a route. A route without a policy does not compile. */
export interface AccessPolicy {
  /** Nothing is asked of the caller when there are none. */
  readonly scopes: readonly CredentialScope[]
  /** Whether a browser's session counts here; where it does not, only a bearer token does. */
  readonly cookies: boolean
}

export const policies = {
  /** No data: the app's own files, the sign-in, the sign of life. */
  open: { scopes: [], cookies: false },
  api: { scopes: ['ui', 'cli', 'script', 'run'], cookies: true },
  session: { scopes: ['ui'], cookies: true },
  /** Makes sign-in codes: only for whoever can read FURROW_HOME. */
  owner: { scopes: ['cli'], cookies: false },
  mcp: { scopes: ['cli', 'script', 'mcp'], cookies: false },
} as const satisfies Record<string, AccessPolicy>

export type PolicyName = keyof typeof policies

/** Whom an open route answers; it has no rights that could be used. */
export const anonymousCaller: Caller = {
  actor: { kind: 'agent', id: 'nobody', door: 'http' },
  scope: 'ui',
  owner: 'nobody',
}

export type Admission =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly answer: HttpAnswer }

/** Token, then scope. */
export function admitRequest(
  incoming: IncomingMessage,
  name: PolicyName,
  { keyring, tries }: { keyring: Keyring; tries: FailedAttempts },
): Admission {
  const policy: AccessPolicy = policies[name]
  if (policy.scopes.length === 0) return { ok: true, caller: anonymousCaller }
  const caller = identifyRequest(incoming, keyring, policy)
  if (caller === 'wrong') return { ok: false, answer: rejectAttempt(tries) }
  if (caller === 'missing') return { ok: false, answer: unauthenticated('This needs a sign-in or a token.') }
  if (policy.scopes.includes(caller.scope)) return { ok: true, caller }
  const message = `A ${caller.scope} token is not for this.`
  return { ok: false, answer: problem({ code: 'forbidden', message, fix: shell`furrow ui` }) }
}

/** A token or code that is not ours: counted, and after too many told to wait. */
export function rejectAttempt(tries: FailedAttempts): HttpAnswer {
  const seconds = tries.note()
  if (seconds === undefined) return unauthenticated('That sign-in or token is not valid, or not any more.')
  const message = `Too many wrong tokens; try again in ${seconds} s.`
  return problem(
    { code: 'rate_limited', message, fix: shell`furrow ui`, details: { seconds } },
    { 'Retry-After': String(seconds) },
  )
}

function unauthenticated(message: string): HttpAnswer {
  return problem(
    { code: 'unauthenticated', message, fix: shell`furrow ui` },
    { 'WWW-Authenticate': 'Bearer realm="furrow"' },
  )
}
