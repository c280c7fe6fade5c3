import type { IncomingMessage } from 'node:http'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { readJsonBody } from '../admit/body.ts'
import type { Caller, Keyring } from '../admit/credentials.ts'
import { admitRequest, anonymousCaller } from '../admit/policy.ts'
import type { FailedAttempts } from '../admit/tries.ts'
import type { Connections } from '../connections/connections.ts'
import { requestQuery } from '../wire/exchange.ts'
import { httpProblemOf } from '../wire/problem.ts'
import { type HttpReply, type HttpWire, send } from '../wire/reply.ts'
import type { Route } from './routes.ts'

/** A request with the route that was chosen for it. */
interface MatchedRoute {
  readonly route: Route
  readonly wire: HttpWire
  readonly params: Readonly<Record<string, string>>
}

interface RequestContext {
  readonly keyring: Keyring
  readonly tries: FailedAttempts
  readonly connections: Connections
  readonly log: (line: string) => void
}

/** Token, scope, content type, size; then the route itself. Always answers, and never with a stack. */
export async function handle(chosen: MatchedRoute, around: RequestContext): Promise<void> {
  const { incoming, outgoing } = chosen.wire
  try {
    const reply = await answer(chosen, around)
    if (reply !== 'taken') await send(outgoing, reply)
  } catch (error) {
    if (incoming.errored !== null || outgoing.destroyed) outgoing.destroy()
    else await send(outgoing, httpProblemOf(error, around.log))
  }
}

async function answer({ route, wire, params }: MatchedRoute, around: RequestContext): Promise<HttpReply> {
  const admission = admitRequest(wire.incoming, route.policy, around)
  if (!admission.ok) return admission.answer
  if (admission.caller !== anonymousCaller) identify(wire, admission.caller, around)
  const body = takesBody(route, wire) ? await readJsonBody(wire, route.maxBody) : {}
  const query = requestQuery(wire.incoming.url ?? '')
  const [key] = query.keys()
  if (key !== undefined && route.query !== true)
    throw refuse('usage', `${JSON.stringify(key)} means nothing in the query here.`, { target: key })
  return route.handle({ ...wire, params, query, caller: admission.caller, body })
}

function identify({ incoming, outgoing }: HttpWire, { owner }: Caller, { connections }: RequestContext): void {
  if (connections.identify(incoming.socket, owner)) return
  outgoing.setHeader('Connection', 'close')
  outgoing.setHeader('Retry-After', '1')
  throw refuse('busy', 'This session or token uses all of the connections that it may have; try again later.', {
    fix: shell`furrow status`,
  })
}

function takesBody(route: Route, { incoming }: HttpWire): boolean {
  if (route.method === 'GET' || route.method === 'ALL' || route.ownBody === true) return false
  return route.method !== 'DELETE' || incoming.headers['content-type'] !== undefined || hasBody(incoming)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
