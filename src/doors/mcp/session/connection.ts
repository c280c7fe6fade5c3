import type { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { App } from '../../../app/app.ts'
import type { Actor } from '../../../operation/actor.ts'
import type { Manifest } from '../../../operation/manifest.ts'
import { createServer, type McpDoor } from '../door.ts'
import type { Profile } from '../tools/profile.ts'
import { StdioWire, type Streams } from '../wire/stdio.ts'
import { type McpClient, runActor } from './client.ts'
import { SessionWorkspace } from './session-place.ts'

export interface ConnectionOptions {
  readonly manifest: Manifest
  readonly profile: Profile
  readonly instructions: string
  readonly workspace?: string
  readonly streams: Streams
  /** Who is at the other end, where that is known; else the environment or the client itself says so. */
  readonly actor?: Actor
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What of the app may be reached by this connection. */
  readonly scope?: (app: App) => App
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** One client over standard input and output, of either protocol era; ends when the client closes its side. */
export async function serveConnection(options: ConnectionOptions): Promise<void> {
  const wire = new StdioWire(options.streams)
  const place = new SessionWorkspace(options)
  const door = openDoor(options, place)
  let close: () => void = () => undefined
  const ended = new Promise<void>(resolve => {
    const handle = serveStdio(() => connect(door, place), { transport: wire, onerror: door.report })
    const { onclose } = wire
    wire.onclose = () => {
      onclose?.()
      resolve()
    }
    close = () => void handle.close()
    for (const signal of SIGNALS) process.once(signal, close)
  })
  await ended
  for (const signal of SIGNALS) process.off(signal, close)
  await place[Symbol.asyncDispose]()
}

function connect(door: McpDoor, place: SessionWorkspace): Server {
  const server = createServer(door)
  server.setNotificationHandler('notifications/roots/list_changed', () => place.chooseAgain())
  return server
}

function openDoor(options: ConnectionOptions, place: SessionWorkspace): McpDoor {
  const { manifest, profile, instructions } = options
  const actor = options.actor ?? runActor(process.env)
  let shown = false
  const report = (problem: unknown) => void process.stderr.write(`${detailsOf(problem)}\n`)
  // After the answer is out: the list must not wait for the database.
  const seen = (server: Server, client: McpClient) => {
    if (!shown) setImmediate(() => place.show(server, client).catch(report))
    shown = true
  }
  const app = (server: Server) => place.app(server)
  const mayAddChoices = () => place.mayAddChoices()
  return { manifest, profile, instructions, app, mayAddChoices, seen, report, ...(actor !== undefined && { actor }) }
}

function detailsOf(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
}
