import { Server, type ServerContext } from '@modelcontextprotocol/server'
import type { App } from '../../app/app.ts'
import type { Actor } from '../../operation/actor.ts'
import type { Manifest, OperationEntry } from '../../operation/manifest.ts'
import { shownRequest } from './call/ask-person.ts'
import { callTool } from './call/call-tool.ts'
import { servePrompts } from './prompts/prompts.ts'
import { actorOf, clientOf, type McpClient } from './session/client.ts'
import { listsDynamic, listTools, type Profile } from './tools/profile.ts'
import { sdkTools } from './tools/sdk-tools.ts'

/** What one MCP server answers from. Nothing of it loads an operation before one is called. */
export interface McpDoor {
  readonly manifest: Manifest
  readonly profile: Profile
  readonly instructions: string
  /** The app behind a connection, opened when first needed: its workspace may depend on the client's roots. */
  app(server: Server): Promise<App>
  /** Whether the workspace may add words to the choices that the list shows. */
  mayAddChoices(): boolean
  /** What the token says about the caller; without it the client's own name is all that is known. */
  readonly actor?: Actor
  /** The client asked for the tools or called one: it is really there. */
  seen?(server: Server, client: McpClient): void
  report(problem: unknown): void
}

/** One server for one connection (or one request): never shared, so that answers cannot cross. */
export function createServer(door: McpDoor): Server {
  const { manifest, instructions } = door
  const server = new Server(
    { name: 'furrow', title: 'Furrow', version: manifest.version },
    {
      instructions,
      requestState: { verify: (state, ctx) => shownRequest().verify(state, ctx) },
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true }, logging: {} },
    },
  )
  server.onerror = problem => door.report(problem)
  server.setRequestHandler('tools/list', async (_request, ctx) => {
    const tools = listTools(await listedEntries(door, server, ctx), door.profile)
    door.seen?.(server, clientOf(server, ctx))
    return { tools: sdkTools(tools) }
  })
  server.setRequestHandler('tools/call', ({ params }, ctx) => callTool({ door, server, ctx }, params))
  servePrompts(server, door)
  return server
}

async function listedEntries(door: McpDoor, server: Server, ctx: ServerContext): Promise<readonly OperationEntry[]> {
  const { operations } = door.manifest
  const own = !listsDynamic(door.profile, operations)
  if (own && !door.mayAddChoices()) return operations
  const app = await door.app(server)
  return app.list({ own, actor: actorOf(clientOf(server, ctx), door.actor), signal: ctx.mcpReq.signal })
}
