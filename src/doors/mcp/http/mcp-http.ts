import type { Server } from '@modelcontextprotocol/server'
import type { App } from '../../../app/app.ts'
import { createServer } from '../door.ts'
import { readInstructions } from '../instructions.ts'
import type { McpClient } from '../session/client.ts'
import type { SessionLimits } from '../session/mcp-sessions.ts'
import { RecentClients } from '../session/presence.ts'
import { mayAddChoices } from '../tools/may-add.ts'
import { listsDynamic, type Profile, parseProfile } from '../tools/profile.ts'
import { HttpDoor, type McpCaller } from './http-door.ts'
import type { NodeExchange } from './web-wire.ts'

export type { McpCaller } from './http-door.ts'

export interface McpHttpOptions {
  readonly app: App
  readonly limits?: SessionLimits
  report(problem: unknown): void
}

export interface McpHttp extends AsyncDisposable {
  /** Answers one request; Host, Origin, token and scope have been checked. `?tools=all` chooses the profile. */
  handle(wire: NodeExchange, caller: McpCaller): Promise<void>
}

/** MCP at one address for both eras: 2026-07-28 request by request, 2025 in sessions. */
export function createMcpHttp(options: McpHttpOptions): McpHttp {
  const { app, report } = options
  const { manifest } = app
  const instructions = readInstructions()
  const visitors = new RecentClients(app)
  const mayAdd = () => mayAddChoices(app.workspace.root)
  const shared = { manifest, instructions, report, app: async () => app, mayAddChoices: mayAdd }
  const seen = (_server: Server, client: McpClient) => visitors.see(client)
  const door = new HttpDoor(
    ({ profile = CORE, ...caller }) => createServer({ ...shared, ...caller, profile, seen }),
    options,
  )
  let watching: Promise<Disposable> | undefined
  return {
    async handle(wire, caller) {
      const profile = profileIn(wire.incoming.url ?? '')
      if (listsDynamic(profile, manifest.operations)) watching ??= app.onListChanged(() => door.changed('tools'))
      await door.handle(wire, { ...caller, profile })
    },
    async [Symbol.asyncDispose]() {
      visitors[Symbol.dispose]()
      ;(await watching)?.[Symbol.dispose]()
      await door[Symbol.asyncDispose]()
    },
  }
}

const CORE: Profile = { kind: 'core' }

function profileIn(target: string): Profile {
  return parseProfile(new URL(target, 'http://localhost').searchParams.get('tools') ?? 'core')
}
