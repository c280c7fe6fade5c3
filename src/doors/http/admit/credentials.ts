import type { IncomingMessage } from 'node:http'
import type { Actor } from '../../../operation/actor.ts'
import type { Clock } from '../../../operation/capabilities.ts'
import { findRunByToken } from '../../../runs/own/run-access.ts'
import type { Store } from '../../../store/store.ts'
import type { Home } from '../../../workspace/home.ts'
import { isSameSecret, serverToken } from '../../../workspace/serving/token.ts'
import { verifyToken } from '../../../workspace/tokens/tokens.ts'
import type { BrowserSessions } from './browser-sessions.ts'

/** What a credential is good for. `ui` is a signed-in browser, `cli` whoever can read FURROW_HOME, `run` a tool at work. */
export type CredentialScope = 'ui' | 'cli' | 'script' | 'mcp' | 'run'

export interface Caller {
  readonly actor: Actor
  readonly scope: CredentialScope
  /** Whose streams are counted together. */
  readonly owner: string
}

export type IdentifiedCaller = Caller | 'missing' | 'wrong'

export interface Keyring {
  readonly home: Home
  readonly store: Store
  readonly sessions: BrowserSessions
  readonly cookieName: string
  readonly clock: Clock
}

/** A bearer token speaks for itself; a browser shows its cookie and its header value, both. */
export function identifyRequest(
  incoming: IncomingMessage,
  keyring: Keyring,
  { cookies }: { cookies: boolean },
): IdentifiedCaller {
  const { authorization, cookie = '', 'x-furrow-session': header } = incoming.headers
  if (authorization !== undefined) return identifyBearer(authorization, keyring)
  if (!cookies) return 'missing'
  const value = cookieValue(cookie, keyring.cookieName)
  if (value === undefined || typeof header !== 'string') return 'missing'
  const session = keyring.sessions.find(value, header)
  if (session === undefined) return 'wrong'
  return { actor: { kind: 'person', id: 'person', door: 'web' }, scope: 'ui', owner: session }
}

function identifyBearer(authorization: string, { home, store, clock }: Keyring): IdentifiedCaller {
  const token = /^Bearer ([\w.~+/-]{16,512}=*)$/.exec(authorization)?.[1]
  if (token === undefined) return 'wrong'
  if (isSameSecret(token, serverToken(home)))
    return { actor: { kind: 'agent', id: 'script', door: 'http' }, scope: 'cli', owner: 'cli' }
  const script = verifyToken(home, token, clock.now())
  if (script === undefined) return identifyRun(token, store)
  const id = `token:${script.name}`
  return { actor: { kind: 'agent', id, door: 'http', allow: script.allow }, scope: 'script', owner: id }
}

function identifyRun(token: string, store: Store): IdentifiedCaller {
  const run = findRunByToken(store, token)
  if (run === undefined) return 'wrong'
  const id = `run:${run}`
  return { actor: { kind: 'agent', id, door: 'http' }, scope: 'run', owner: id }
}

function cookieValue(cookies: string, name: string): string | undefined {
  const pair = cookies
    .split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
