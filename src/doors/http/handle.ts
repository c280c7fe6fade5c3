import type { IncomingMessage } from 'node:http'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { readJson } from './body.ts'
import type { Connections } from './connections/connections.ts'
import type { Caller, Keyring } from './credentials.ts'
import { queryOf } from './exchange.ts'
import { admit, nobody } from './policy.ts'
import { problemOf } from './problem.ts'
import { type Reply, send, type Wire } from './reply.ts'
import type { Route } from './routes.ts'
import type { Tries } from './tries.ts'

/** A request with the route that was chosen for it. */
interface Chosen {
  readonly route: Route
  readonly wire: Wire
  readonly params: Readonly<Record<string, string>>
}

interface Around {
  readonly keyring: Keyring
  readonly tries: Tries
  readonly connections: Connections
  readonly log: (line: string) => void
}

/** Token, scope, content type, size; then the route itself. Always answers, and never with a stack. */
export async function handle(chosen: Chosen, around: Around): Promise<void> {
  const { incoming, outgoing } = chosen.wire
  try {
    const reply = await answer(chosen, around)
    if (reply !== 'taken') await send(outgoing, reply)
  } catch (error) {
    if (incoming.errored !== null || outgoing.destroyed) outgoing.destroy()
    else await send(outgoing, problemOf(error, around.log))
  }
}

async function answer({ route, wire, params }: Chosen, around: Around): Promise<Reply> {
  const admission = admit(wire.incoming, route.policy, around)
  if (!admission.ok) return admission.answer
  if (admission.caller !== nobody) identify(wire, admission.caller, around)
  const body = takesBody(route, wire) ? await readJson(wire, route.maxBody) : {}
  const query = queryOf(wire.incoming.url ?? '')
  const [key] = query.keys()
  if (key !== undefined && route.query !== true)
    throw refuse('usage', `${JSON.stringify(key)} means nothing in the query here.`, { target: key })
  return route.handle({ ...wire, params, query, caller: admission.caller, body })
}

function identify({ incoming, outgoing }: Wire, { owner }: Caller, { connections }: Around): void {
  if (connections.identify(incoming.socket, owner)) return
  outgoing.setHeader('Connection', 'close')
  outgoing.setHeader('Retry-After', '1')
  throw refuse('busy', 'This session or token uses all of the connections that it may have; try again later.', {
    fix: shell`furrow status`,
  })
}

function takesBody(route: Route, { incoming }: Wire): boolean {
  if (route.method === 'GET' || route.method === 'ALL' || route.ownBody === true) return false
  return route.method !== 'DELETE' || incoming.headers['content-type'] !== undefined || hasBody(incoming)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
