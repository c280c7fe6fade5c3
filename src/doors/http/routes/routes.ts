import type { App } from '../../../app/app.ts'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { BrowserSessions } from '../admit/browser-sessions.ts'
import { type PolicyName, rejectAttempt } from '../admit/policy.ts'
import type { Codes } from '../admit/sign-in-codes.ts'
import type { FailedAttempts } from '../admit/tries.ts'
import type { MountedMcp } from '../serve/mount-mcp.ts'
import type { WebApp } from '../serve/web-app.ts'
import type { EventStreams } from '../wire/event-streams.ts'
import { type HttpExchange, requestPath } from '../wire/exchange.ts'
import { problem } from '../wire/problem.ts'
import { type HttpAnswer, type HttpReply, json } from '../wire/reply.ts'
import { callMounted, callNamed } from './operations.ts'
import { openResourceAt } from './resources.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL'

/** A route is data: what it answers to, who may use it, what it does. */
export interface Route {
  readonly method: Method
  /** `/api/changes/:id`; a trailing `*` takes every rest of a path. */
  readonly path: string
  readonly policy: PolicyName
  /** Set where the route reads the request itself. */
  readonly ownBody?: true
  /** The largest body that this route takes, where that is less than elsewhere. */
  readonly maxBody?: number
  /** Set where a query means something; elsewhere it is refused. */
  readonly query?: true
  handle(exchange: HttpExchange): Promise<HttpReply> | HttpReply
}

/** What the routes lean on. */
export interface RouteContext {
  readonly app: App
  readonly web: WebApp
  readonly sessions: BrowserSessions
  readonly codes: Codes
  readonly tries: FailedAttempts
  readonly streams: EventStreams
  readonly mcp: MountedMcp
  readonly closing: AbortSignal
  readonly port: number
  readonly cookieName: string
}

/** Every way into the server, static segments before parameters before rests. */
export function routesOf(around: RouteContext): Route[] {
  const routes: Route[] = [
    ...ownRoutes(around),
    ...operationRoutes(around),
    ...resourceRoutes(around),
    ...webRoutes(around),
  ]
  routes.push(
    { method: 'ALL', path: '/api/*', policy: 'api', query: true, handle: exchange => nothingAt(routes, exchange) },
    { method: 'ALL', path: '*', policy: 'open', query: true, handle: exchange => pageOr(around.web, routes, exchange) },
  )
  return routes.sort((a, b) => (rankOf(a.path) < rankOf(b.path) ? -1 : 1))
}

function ownRoutes(around: RouteContext): Route[] {
  return [
    { method: 'GET', path: '/healthz', policy: 'open', handle: () => ({ status: 204 }) },
    {
      method: 'POST',
      path: '/api/sign-in',
      policy: 'open',
      // Nobody knows yet who sends it, and a code has 43 letters.
      maxBody: 4096,
      handle: exchange => signIn(around, exchange),
    },
    { method: 'POST', path: '/api/sign-out', policy: 'session', handle: exchange => signOut(around, exchange) },
    {
      method: 'POST',
      path: '/api/sign-in/codes',
      policy: 'owner',
      handle: () => json(201, { code: around.codes.mint() }),
    },
    { method: 'GET', path: '/api/events', policy: 'api', handle: exchange => watchEvents(around, exchange) },
    ...mcpRoutes(around),
    ...agentRoutes(around),
    { method: 'GET', path: '/api/manifest', policy: 'api', handle: exchange => describe(around.app, exchange) },
    { method: 'GET', path: '/api/openapi.json', policy: 'api', handle: () => document(around.app) },
  ]
}

function mcpRoutes({ mcp }: RouteContext): Route[] {
  const methods = ['GET', 'POST', 'DELETE'] as const
  return methods.map(method => ({
    method,
    path: '/mcp',
    policy: 'mcp',
    ownBody: true,
    query: true,
    handle: exchange => mcp.handle(exchange),
  }))
}

function agentRoutes({ app }: RouteContext): Route[] {
  const post = (path: string, handle: (exchange: HttpExchange) => Promise<HttpReply>): Route => ({
    method: 'POST',
    path,
    policy: 'api',
    handle,
  })
  return [
    post('/api/tools/agent-call', async exchange => (await import('./agent-calls.ts')).callAgent(app, exchange)),
    post('/api/tools/agent-dispatch', async exchange =>
      (await import('./agent-calls.ts')).dispatchAgent(app, exchange),
    ),
  ]
}

function operationRoutes(around: RouteContext): Route[] {
  const { app } = around
  const mounted = app.manifest.operations.flatMap((entry): Route[] =>
    entry.http === undefined
      ? []
      : [
          {
            method: entry.http.method as Method,
            path: entry.http.path,
            policy: 'api',
            ...(entry.http.method === 'GET' && { query: true }),
            handle: exchange => callMounted(around, entry, exchange),
          },
        ],
  )
  const named: Route = {
    method: 'POST',
    path: '/api/operations/:name',
    policy: 'api',
    handle: exchange => callNamed(around, exchange.params['name'] ?? '', exchange),
  }
  return [...mounted, named]
}

function resourceRoutes(around: RouteContext): Route[] {
  return around.app.manifest.resources.map(entry => ({
    method: entry.takesBytes === true ? 'POST' : 'GET',
    ...(entry.takesBytes === true && { ownBody: true }),
    path: entry.path,
    policy: 'api',
    query: true,
    handle: exchange => openResourceAt(around, entry, exchange),
  }))
}

function webRoutes({ web }: RouteContext): Route[] {
  return web.files.map(file => ({
    method: 'GET',
    path: file.path,
    policy: 'open',
    query: true,
    handle: () => file.answer(),
  }))
}

function signIn({ codes, sessions, tries, cookieName }: RouteContext, { body }: HttpExchange): HttpAnswer {
  const { code } = Object(body) as { code?: unknown }
  if (typeof code !== 'string' || code.length > 200)
    throw refuse('usage', 'code: the one-time code of the printed address is needed.', {
      target: 'code',
      fix: shell`furrow ui`,
    })
  if (!codes.use(code)) return rejectAttempt(tries)
  const { cookie, header } = sessions.open()
  const attributes = 'Path=/; HttpOnly; SameSite=Strict; Max-Age=604800'
  return json(200, { header }, { 'Set-Cookie': `${cookieName}=${cookie}; ${attributes}` })
}

function signOut({ sessions, streams, cookieName }: RouteContext, { caller }: HttpExchange): HttpAnswer {
  sessions.close(caller.owner)
  streams.closeOwner(caller.owner)
  return { status: 204, headers: { 'Set-Cookie': `${cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0` } }
}

function watchEvents({ streams }: RouteContext, { incoming, outgoing, caller }: HttpExchange): HttpReply {
  const last = incoming.headers['last-event-id']
  if (last !== undefined && !/^\d{1,15}$/.test(String(last)))
    throw refuse('usage', 'Last-Event-ID is the number of an event.', { target: 'Last-Event-ID' })
  if (incoming.method === 'HEAD') return { status: 200, headers: { 'Content-Type': 'text/event-stream' } }
  streams.open(outgoing, { owner: caller.owner, from: last === undefined ? undefined : Number(last) })
  return 'taken'
}

/** What the app and scripts may do here, without the schemas: those are in the OpenAPI document. */
async function describe(app: App, { caller }: HttpExchange): Promise<HttpAnswer> {
  const { version, guides, resources } = app.manifest
  const operations = (await app.list({ actor: caller.actor })).map(
    ({ name, summary, effect, authority, cli, http, input }) => ({
      name,
      summary,
      effect,
      authority,
      input,
      ...(cli !== undefined && { cli }),
      ...(http !== undefined && { http }),
    }),
  )
  return json(200, { version, operations, resources, guides })
}

async function document(app: App): Promise<HttpAnswer> {
  const { openApiOf } = await import('./openapi.ts')
  return json(200, openApiOf(app.manifest))
}

/** The app's page for a browser that loads one of its addresses; there is nothing else outside the list. */
function pageOr(web: WebApp, routes: readonly Route[], exchange: HttpExchange): HttpAnswer {
  const { method, headers } = exchange.incoming
  const path = requestPath(exchange.incoming.url ?? '')
  const wantsPage = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
  return wantsPage && !/^\/(?:api|mcp|assets)(?:\/|$)/.test(path) ? web.page() : nothingAt(routes, exchange)
}

function nothingAt(routes: readonly Route[], { incoming }: HttpExchange): HttpAnswer {
  const path = requestPath(incoming.url ?? '')
  const methods = [
    ...new Set(routes.filter(route => !route.path.endsWith('*') && fits(route.path, path)).map(r => r.method)),
  ]
  if (methods.length === 0)
    return problem({
      code: 'not_found',
      message: `There is nothing at ${path}.`,
      target: path,
      fix: shell`furrow reference`,
    })
  const allowed = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const message = `${incoming.method} does not work at ${path}; ${allowed} does.`
  return problem(
    { code: 'method_not_allowed', message, target: path, fix: shell`furrow reference` },
    { Allow: allowed },
  )
}

function fits(pattern: string, path: string): boolean {
  const [expected, given] = [pattern.split('/'), path.split('/')]
  return (
    expected.length === given.length &&
    expected.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  )
}

/** Sorts a path: static segments, then parameters, then the rest. */
function rankOf(path: string): string {
  return path
    .split('/')
    .map(segment => (segment === '*' ? '2' : segment.startsWith(':') ? '1' : `0${segment}`))
    .join('/')
}
