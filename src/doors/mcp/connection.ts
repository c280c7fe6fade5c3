import type { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { App } from '../../app/app.ts'
import type { Manifest } from '../../operation/manifest.ts'
import type { Client } from './client.ts'
import { createServer, type Door } from './door.ts'
import { showPresence } from './presence.ts'
import { listsDynamic, type Profile } from './profile.ts'
import { StdioWire, type Streams } from './stdio.ts'
import { chooseWorkspace } from './workspace.ts'

export interface ConnectionOptions {
  readonly manifest: Manifest
  readonly profile: Profile
  readonly instructions: string
  readonly workspace?: string
  readonly streams: Streams
}

/** One client over standard input and output, of either protocol era; ends when the client closes its side. */
export async function serveConnection(options: ConnectionOptions): Promise<void> {
  const wire = new StdioWire(options.streams)
  const endings: Ending[] = []
  const door = openDoor(options, end => endings.unshift(end))
  const ended = new Promise<void>(resolve => {
    const handle = serveStdio(() => createServer(door), { transport: wire, onerror: door.report })
    const { onclose } = wire
    wire.onclose = () => {
      onclose?.()
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void handle.close())
  })
  await ended
  for (const end of endings) await end()
}

type Ending = () => PromiseLike<void> | void

function openDoor({ workspace, ...given }: ConnectionOptions, atEnd: (end: Ending) => void): Door {
  const { manifest, profile } = given
  let opening: Promise<App> | undefined
  let shown = false
  const report = (problem: unknown) => process.stderr.write(`${detailsOf(problem)}\n`)
  const open = async (server: Server): Promise<App> => {
    const root = await chooseWorkspace(server, workspace)
    const { createApp } = await import('../../app/app.ts')
    const app = createApp({ manifest, root })
    atEnd(() => app[Symbol.asyncDispose]())
    if (listsDynamic(profile, manifest.operations)) {
      const watch = await app.onListChanged(() => void server.sendToolListChanged().catch(report))
      atEnd(() => watch[Symbol.dispose]())
    }
    return app
  }
  const app = (server: Server): Promise<App> => {
    opening ??= open(server).catch(error => {
      opening = undefined
      throw error
    })
    return opening
  }
  const show = async (server: Server, client: Client) => {
    const presence = showPresence(await app(server), client)
    atEnd(() => presence[Symbol.dispose]())
  }
  // After the answer is out: the list must not wait for the database.
  const seen = (server: Server, client: Client) => {
    if (!shown) setImmediate(() => show(server, client).catch(report))
    shown = true
  }
  return { ...given, app, seen, report }
}

function detailsOf(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
}
