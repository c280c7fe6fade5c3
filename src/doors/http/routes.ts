import type { App } from '../../app/app.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Codes } from './codes.ts'
import type { EventStreams } from './event-streams.ts'
import { type Exchange, pathOf } from './exchange.ts'
import type { McpMount } from './mcp.ts'
import { callMounted, callNamed } from './operations.ts'
import { type PolicyName, refusedTry } from './policy.ts'
import { problem } from './problem.ts'
import { type Answer, json, type Reply } from './reply.ts'
import { openAt } from './resources.ts'
import type { Sessions } from './sessions.ts'
import type { Tries } from './tries.ts'
import type { WebApp } from './web-app.ts'

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
  handle(exchange: Exchange): Promise<Reply> | Reply
}

/** What the routes lean on. */
export interface Surroundings {
  readonly app: App
  readonly web: WebApp
  readonly sessions: Sessions
  readonly codes: Codes
  readonly tries: Tries
  readonly streams: EventStreams
  readonly mcp: McpMount
  readonly closing: AbortSignal
  readonly port: number
  readonly cookieName: string
}

/** Every way into the server, static segments before parameters before rests. */
export function routesOf(around: Surroundings): Route[] {
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

function ownRoutes(around: Surroundings): Route[] {
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
    { method: 'GET', path: '/api/manifest', policy: 'api', handle: exchange => describe(around.app, exchange) },
    { method: 'GET', path: '/api/openapi.json', policy: 'api', handle: () => document(around.app) },
  ]
}

function mcpRoutes({ mcp }: Surroundings): Route[] {
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

function operationRoutes(around: Surroundings): Route[] {
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

function resourceRoutes(around: Surroundings): Route[] {
  return around.app.manifest.resources.map(entry => ({
    method: entry.takesBytes === true ? 'POST' : 'GET',
    ...(entry.takesBytes === true && { ownBody: true }),
    path: entry.path,
    policy: 'api',
    query: true,
    handle: exchange => openAt(around, entry, exchange),
  }))
}

function webRoutes({ web }: Surroundings): Route[] {
  return web.files.map(file => ({
    method: 'GET',
    path: file.path,
    policy: 'open',
    query: true,
    handle: () => file.answer(),
  }))
}

function signIn({ codes, sessions, tries, cookieName }: Surroundings, { body }: Exchange): Answer {
  const { code } = Object(body) as { code?: unknown }
  if (typeof code !== 'string' || code.length > 200)
    throw refuse('usage', 'code: the one-time code of the printed address is needed.', {
      target: 'code',
      fix: shell`furrow ui`,
    })
  if (!codes.use(code)) return refusedTry(tries)
  const { cookie, header } = sessions.open()
  const attributes = 'Path=/; HttpOnly; SameSite=Strict; Max-Age=604800'
  return json(200, { header }, { 'Set-Cookie': `${cookieName}=${cookie}; ${attributes}` })
}

function signOut({ sessions, streams, cookieName }: Surroundings, { caller }: Exchange): Answer {
  sessions.close(caller.owner)
  streams.closeOwner(caller.owner)
  return { status: 204, headers: { 'Set-Cookie': `${cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0` } }
}

function watchEvents({ streams }: Surroundings, { incoming, outgoing, caller }: Exchange): Reply {
  const last = incoming.headers['last-event-id']
  if (last !== undefined && !/^\d{1,15}$/.test(String(last)))
    throw refuse('usage', 'Last-Event-ID is the number of an event.', { target: 'Last-Event-ID' })
  if (incoming.method === 'HEAD') return { status: 200, headers: { 'Content-Type': 'text/event-stream' } }
  streams.open(outgoing, { owner: caller.owner, from: last === undefined ? undefined : Number(last) })
  return 'taken'
}

/** What the app and scripts may do here, without the schemas: those are in the OpenAPI document. */
async function describe(app: App, { caller }: Exchange): Promise<Answer> {
  const { version, guides, resources } = app.manifest
  const operations = (await app.list({ actor: caller.actor })).map(({ name, summary, effect, authority, cli }) => ({
    name,
    summary,
    effect,
    authority,
    ...(cli !== undefined && { cli }),
  }))
  return json(200, { version, operations, resources, guides })
}

async function document(app: App): Promise<Answer> {
  const { openApiOf } = await import('./openapi.ts')
  return json(200, openApiOf(app.manifest))
}

/** The app's page for a browser that loads one of its addresses; there is nothing else outside the list. */
function pageOr(web: WebApp, routes: readonly Route[], exchange: Exchange): Answer {
  const { method, headers } = exchange.incoming
  const path = pathOf(exchange.incoming.url ?? '')
  const wantsPage = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
  return wantsPage && !/^\/(?:api|mcp|assets)(?:\/|$)/.test(path) ? web.page() : nothingAt(routes, exchange)
}

function nothingAt(routes: readonly Route[], { incoming }: Exchange): Answer {
  const path = pathOf(incoming.url ?? '')
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
