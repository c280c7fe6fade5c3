import type { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { App } from '../../app/app.ts'
import type { Manifest } from '../../operation/manifest.ts'
import type { Client } from './client.ts'
import { createServer, type Door } from './door.ts'
import type { Profile } from './profile.ts'
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
  const endings: (() => PromiseLike<void> | void)[] = []
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

function openDoor(
  { manifest, profile, instructions, workspace }: ConnectionOptions,
  atEnd: (end: () => PromiseLike<void> | void) => void,
): Door {
  let opening: Promise<App> | undefined
  let announced = false
  const report = (problem: unknown) => process.stderr.write(`${detailsOf(problem)}\n`)
  const open = async (server: Server): Promise<App> => {
    const root = await chooseWorkspace(server, workspace)
    const { createApp } = await import('../../app/app.ts')
    const app = createApp({ manifest, root })
    atEnd(() => app[Symbol.asyncDispose]())
    return app
  }
  const app = (server: Server): Promise<App> => {
    opening ??= open(server).catch(error => {
      opening = undefined
      throw error
    })
    return opening
  }
  const announce = async (server: Server, client: Client) => {
    const presence = await import('./presence.ts')
    const lease = presence.announce(await app(server), client)
    atEnd(() => lease[Symbol.dispose]())
  }
  const listed = (server: Server, client: Client) => {
    if (announced) return
    announced = true
    setImmediate(() => announce(server, client).catch(report))
  }
  return { manifest, profile, instructions, app, listed, report }
}

function detailsOf(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
}
