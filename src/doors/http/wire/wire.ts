import type http from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { shell } from '../../../shared/shell/shell.ts'
import { judgeRequest } from '../admit/gate.ts'
import type { Connections } from '../connections/connections.ts'
import { isOddPath, requestPath } from './exchange.ts'
import { httpProblemOf, problem } from './problem.ts'
import { type HttpAnswer, headersOf, send } from './reply.ts'

export type Router = Hono<{ Bindings: HttpBindings }>

/** Puts the gate before the router, for every kind of request that Node tells apart. */
export function attach(
  server: http.Server,
  router: Router,
  { port, log, connections }: { port: number; log: (line: string) => void; connections: Connections },
): void {
  const route = getRequestListener((request, env) => router.fetch(request, env as HttpBindings), {
    overrideGlobalObjects: false,
    errorHandler: error => responseOf(httpProblemOf(error, log)),
  })
  const listener = (incoming: http.IncomingMessage, outgoing: http.ServerResponse) => {
    if (!connections.begin(incoming.socket, outgoing)) return
    const verdict = judgeRequest(
      { method: incoming.method ?? '', target: incoming.url ?? '', rawHeaders: incoming.rawHeaders },
      port,
    )
    if (!verdict.pass) return void send(outgoing, { status: verdict.status })
    if (isOddPath(requestPath(incoming.url ?? ''))) return void send(outgoing, oddPath())
    if (/^100-continue$/i.test(incoming.headers.expect ?? '')) outgoing.writeContinue()
    return void route(incoming, outgoing)
  }
  server.on('request', listener)
  server.on('checkContinue', listener)
  server.on('checkExpectation', listener)
  server.on('clientError', (error, socket) => answerBroken(error, socket as Socket, connections))
}

/** For what the adapter itself could not take; nothing is known to get this far. */
function responseOf(answer: HttpAnswer): Response {
  return new Response(String(answer.body), { status: answer.status, headers: headersOf(answer) })
}

function oddPath(): HttpAnswer {
  return problem({
    code: 'usage',
    message: 'The path holds dot segments, backslashes or broken escapes.',
    fix: shell`furrow reference`,
  })
}

/** What the parser could not read is answered by hand: there is no request to answer. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket, connections: Connections): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const message = status === 408 ? 'The request took too long to arrive.' : 'This is not a request that can be read.'
  const code = status === 431 ? 'too_large' : 'usage'
  connections.refuse(socket, problem({ code, message, fix: shell`furrow reference` }, {}, status))
}
