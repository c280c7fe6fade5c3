import http from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { App } from '../../../app/app.ts'
import { type Clock, systemClock, systemRandom } from '../../../operation/capabilities.ts'
import { reportRarely } from '../../../operation/report-rarely.ts'
import { BrowserSessions } from '../admit/browser-sessions.ts'
import type { Keyring } from '../admit/credentials.ts'
import { Codes } from '../admit/sign-in-codes.ts'
import { FailedAttempts } from '../admit/tries.ts'
import { Connections } from '../connections/connections.ts'
import { type ConnectionLimits, connectionLimits } from '../connections/limits.ts'
import { handle } from '../routes/handle.ts'
import { type Route, routesOf } from '../routes/routes.ts'
import { EventStreams, STREAM_LIMITS, type StreamLimits } from '../wire/event-streams.ts'
import { requestPath } from '../wire/exchange.ts'
import type { HttpWire } from '../wire/reply.ts'
import { attach, type Router } from '../wire/wire.ts'
import { LOOPBACK, listen } from './listen.ts'
import { mountMcp } from './mount-mcp.ts'
import { openWebApp } from './web-app.ts'

export interface ServerOptions {
  readonly app: App
  /** Where `web.json` and `web/` are. */
  readonly dist: string
  readonly port: number
  /** Take this port or none. */
  readonly exact?: boolean
  readonly limits?: Partial<StreamLimits>
  readonly connections?: Partial<ConnectionLimits>
  readonly clock?: Clock
  /** Where mistakes are told, a line each. */
  readonly log?: (line: string) => void
}

export interface RunningServer extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly routes: readonly Route[]
  readonly router: Router
  readonly streams: EventStreams
  readonly connections: Connections
  /** An address that signs one browser in, once, within a minute. */
  signInAddress(): string
}

/** Binds first, because the names that requests may use depend on the port; nothing is answered before that. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { app, log = line => process.stderr.write(`${line}\n`) } = options
  const limits = { ...connectionLimits(), ...options.connections }
  const server = http.createServer({
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
  })
  const connections = new Connections(limits)
  connections.watch(server)
  const port = await listen(server, { port: options.port, exact: options.exact === true })
  const cookieName = `furrow_${port}`
  const { clock = systemClock } = options
  const random = systemRandom
  const file = app.home.file('sessions', `${port}.json`)
  const sessions = new BrowserSessions({ file, worktree: app.store.worktree, clock, random })
  const codes = new Codes({ clock, random })
  const tries = new FailedAttempts(clock)
  // What is watched stays open: half of the connections are left for everything else.
  const perServer = Math.min(STREAM_LIMITS.perServer, Math.floor(limits.inAll / 2))
  const streams = new EventStreams(app.store, { perServer, ...options.limits })
  const mcp = mountMcp(app, log)
  const closing = new AbortController()
  const keyring: Keyring = { home: app.home, store: app.store, sessions, cookieName, clock }
  const routes = routesOf({
    app,
    web: openWebApp(options.dist, { lastEvent: () => app.store.events.last() }),
    sessions,
    codes,
    tries,
    streams,
    mcp,
    closing: closing.signal,
    port,
    cookieName,
  })
  const router = routerOf(routes, (route, wire, params) =>
    handle({ route, wire, params }, { keyring, tries, connections, log }),
  )
  attach(server, router, { port, log, connections })
  const report = reportRarely(log)
  server.on('error', error => report(`The server goes on after: ${error.message}`))
  const address = `http://${LOOPBACK}:${port}`
  return {
    address,
    port,
    routes,
    router,
    streams,
    connections,
    signInAddress: () => `${address}/#c=${codes.mint()}`,
    async [Symbol.asyncDispose]() {
      streams.close()
      closing.abort()
      await mcp[Symbol.asyncDispose]()
      await close(server)
    },
  }
}

type Dispatch = (route: Route, wire: HttpWire, params: Record<string, string>) => Promise<void>

function routerOf(routes: readonly Route[], dispatch: Dispatch): Router {
  const router = new Hono<{ Bindings: HttpBindings }>({
    // The path as it was sent: the adapter's own URL has dot segments resolved already.
    getPath: (_request, options) => requestPath(options?.env?.incoming.url ?? '/'),
  })
  for (const route of routes)
    router.on(route.method, route.path, async context => {
      await dispatch(route, context.env, context.req.param() as Record<string, string>)
      return RESPONSE_ALREADY_SENT
    })
  return router
}

const PATIENCE_MS = 5000
const LOOK_MS = 20

/** Lets what is under way finish, up to a limit. */
async function close(server: http.Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  // A connection whose answer has just ended is kept for the next request, and there will be none.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  server.closeIdleConnections()
  const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
  await closed
  clearInterval(idle)
  clearTimeout(impatient)
}
