import type { IncomingMessage } from 'node:http'
import type { Actor } from '../../operation/actor.ts'
import type { Clock } from '../../operation/capabilities.ts'
import type { Home } from '../../workspace/home.ts'
import { isSameSecret, serverToken } from '../../workspace/serving/token.ts'
import { verifyToken } from '../../workspace/tokens/tokens.ts'
import type { Sessions } from './sessions.ts'

/** What a credential is good for. `ui` is a signed-in browser, `cli` whoever can read FURROW_HOME. */
export type Scope = 'ui' | 'cli' | 'script' | 'mcp' | 'run'

export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
  /** Whose streams are counted together. */
  readonly owner: string
}

export type Identity = Caller | 'missing' | 'wrong'

export interface Keyring {
  readonly home: Home
  readonly sessions: Sessions
  readonly cookieName: string
  readonly clock: Clock
}

/** A bearer token speaks for itself; a browser shows its cookie and its header value, both. */
export function identify(incoming: IncomingMessage, keyring: Keyring, { cookies }: { cookies: boolean }): Identity {
  const { authorization, cookie = '', 'x-furrow-session': header } = incoming.headers
  if (authorization !== undefined) return identifyBearer(authorization, keyring)
  if (!cookies) return 'missing'
  const value = cookieValue(cookie, keyring.cookieName)
  if (value === undefined || typeof header !== 'string') return 'missing'
  const session = keyring.sessions.find(value, header)
  if (session === undefined) return 'wrong'
  return { actor: { kind: 'person', id: 'person', door: 'web' }, scope: 'ui', owner: session }
}

function identifyBearer(authorization: string, { home, clock }: Keyring): Identity {
  const token = /^Bearer ([\w.~+/-]{16,512}=*)$/.exec(authorization)?.[1]
  if (token === undefined) return 'wrong'
  if (isSameSecret(token, serverToken(home)))
    return { actor: { kind: 'agent', id: 'script', door: 'http' }, scope: 'cli', owner: 'cli' }
  const script = verifyToken(home, token, clock.now())
  if (script === undefined) return 'wrong'
  const id = `token:${script.name}`
  return { actor: { kind: 'agent', id, door: 'http', allow: script.allow }, scope: 'script', owner: id }
}

function cookieValue(cookies: string, name: string): string | undefined {
  const pair = cookies
    .split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
