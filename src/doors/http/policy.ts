import type { IncomingMessage } from 'node:http'
import { shell } from '../../operation/shell.ts'
import { type Caller, identify, type Keyring, type Scope } from './credentials.ts'
import { problem } from './problem.ts'
import type { Answer } from './reply.ts'
import type { Tries } from './tries.ts'

/** Who may use a route. A route without a policy does not compile. */
export interface Policy {
  /** Nothing is asked of the caller when there are none. */
  readonly scopes: readonly Scope[]
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
  mcp: { scopes: ['cli', 'script', 'mcp', 'run'], cookies: false },
} as const satisfies Record<string, Policy>

export type PolicyName = keyof typeof policies

/** Whom an open route answers; it has no rights that could be used. */
export const nobody: Caller = {
  actor: { kind: 'agent', id: 'nobody', door: 'http' },
  scope: 'ui',
  owner: 'nobody',
}

export type Admission = { readonly ok: true; readonly caller: Caller } | { readonly ok: false; readonly answer: Answer }

/** Token, then scope. */
export function admit(
  incoming: IncomingMessage,
  name: PolicyName,
  { keyring, tries }: { keyring: Keyring; tries: Tries },
): Admission {
  const policy: Policy = policies[name]
  if (policy.scopes.length === 0) return { ok: true, caller: nobody }
  const caller = identify(incoming, keyring, policy)
  if (caller === 'wrong') return { ok: false, answer: refusedTry(tries) }
  if (caller === 'missing') return { ok: false, answer: unauthenticated('This needs a sign-in or a token.') }
  if (policy.scopes.includes(caller.scope)) return { ok: true, caller }
  const message = `A ${caller.scope} token is not for this.`
  return { ok: false, answer: problem({ code: 'forbidden', message, fix: shell`furrow ui` }) }
}

/** A token or code that is not ours: counted, and after too many told to wait. */
export function refusedTry(tries: Tries): Answer {
  const seconds = tries.note()
  if (seconds === undefined) return unauthenticated('That sign-in or token is not valid, or not any more.')
  const message = `Too many wrong tokens; try again in ${seconds} s.`
  return problem(
    { code: 'rate_limited', message, fix: shell`furrow ui`, details: { seconds } },
    { 'Retry-After': String(seconds) },
  )
}

function unauthenticated(message: string): Answer {
  return problem(
    { code: 'unauthenticated', message, fix: shell`furrow ui` },
    { 'WWW-Authenticate': 'Bearer realm="furrow"' },
  )
}
