import http from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { App } from '../../app/app.ts'
import { type Clock, systemClock, systemRandom } from '../../operation/capabilities.ts'
import { Codes } from './codes.ts'
import type { Keyring } from './credentials.ts'
import { EventStreams, type StreamLimits } from './event-streams.ts'
import { pathOf } from './exchange.ts'
import { handle } from './handle.ts'
import { LOOPBACK, listen } from './listen.ts'
import { mountMcp } from './mcp.ts'
import type { Wire } from './reply.ts'
import { type Route, routesOf } from './routes.ts'
import { Sessions } from './sessions.ts'
import { Tries } from './tries.ts'
import { openWebApp } from './web-app.ts'
import { attach, type Router } from './wire.ts'

export interface ServerOptions {
  readonly app: App
  /** Where `web.json` and `web/` are. */
  readonly dist: string
  readonly port: number
  /** Take this port or none. */
  readonly exact?: boolean
  readonly limits?: Partial<StreamLimits>
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
  /** An address that signs one browser in, once, within a minute. */
  signInAddress(): string
}

/** Binds first, because the names that requests may use depend on the port; nothing is answered before that. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { app, log = line => process.stderr.write(`${line}\n`) } = options
  const server = http.createServer({
    requireHostHeader: false,
    // A machine that stands still for some seconds must not take what has arrived meanwhile for a slow client.
    headersTimeout: 30_000,
    requestTimeout: 60_000,
    // A client that was told a shorter one may write just when the server hangs up, and loses a call that it cannot repeat.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
  })
  const port = await listen(server, { port: options.port, exact: options.exact === true })
  const cookieName = `furrow_${port}`
  const { clock = systemClock } = options
  const random = systemRandom
  const file = app.home.file('sessions', `${port}.json`)
  const sessions = new Sessions({ file, worktree: app.store.worktree, clock, random })
  const codes = new Codes({ clock, random })
  const tries = new Tries(clock)
  const streams = new EventStreams(app.store, options.limits)
  const mcp = mountMcp(app, log)
  const closing = new AbortController()
  const keyring: Keyring = { home: app.home, sessions, cookieName, clock }
  const routes = routesOf({
    app,
    web: openWebApp(options.dist),
    sessions,
    codes,
    tries,
    streams,
    mcp,
    closing: closing.signal,
    port,
    cookieName,
  })
  const router = routerOf(routes, (route, wire, params) => handle({ route, wire, params }, { keyring, tries, log }))
  attach(server, router, { port, log })
  const address = `http://${LOOPBACK}:${port}`
  return {
    address,
    port,
    routes,
    router,
    streams,
    signInAddress: () => `${address}/#c=${codes.mint()}`,
    async [Symbol.asyncDispose]() {
      streams.close()
      closing.abort()
      await mcp[Symbol.asyncDispose]()
      await close(server)
    },
  }
}

type Dispatch = (route: Route, wire: Wire, params: Record<string, string>) => Promise<void>

function routerOf(routes: readonly Route[], dispatch: Dispatch): Router {
  const router = new Hono<{ Bindings: HttpBindings }>({
    // The path as it was sent: the adapter's own URL has dot segments resolved already.
    getPath: (_request, options) => pathOf(options?.env?.incoming.url ?? '/'),
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
