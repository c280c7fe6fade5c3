import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Actor } from '../../../operation/actor.ts'
import { slug, whyNotId } from '../../../operation/names/naming.ts'

/** What a client says of itself: with each request in the 2026 era, once at the start before it. */
export interface McpClient {
  readonly name: string
  readonly version: string
  readonly capabilities: ClientCapabilities
}

export function clientOf(server: Server, { mcpReq }: ServerContext): McpClient {
  const envelope = (mcpReq.envelope ?? {}) as Record<string, unknown>
  const info = (envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion()) as { name?: unknown; version?: unknown }
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {}
  return {
    name: typeof info?.name === 'string' ? info.name : 'unknown',
    version: typeof info?.version === 'string' ? info.version : '',
    capabilities: capabilities as ClientCapabilities,
  }
}

/** What the token says about the caller; without one, the client's own name is all that is known. */
export function actorOf({ name }: McpClient, known: Actor | undefined): Actor {
  return known ?? { kind: 'agent', id: slug(name, { fallback: 'agent' }), door: 'mcp' }
}

/** An agent that Furrow itself started says which run it is, and is known by that. */
export function runActor(env: Readonly<Record<string, string | undefined>>): Actor | undefined {
  const run = env.FURROW_RUN_ID ?? ''
  return whyNotId(run) === undefined ? { kind: 'agent', id: `run:${run}`, door: 'mcp' } : undefined
}
