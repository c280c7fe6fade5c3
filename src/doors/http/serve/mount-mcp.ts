import type { App } from '../../../app/app.ts'
import type { McpCaller, McpHttp } from '../../mcp/http/mcp-http.ts'
import type { Caller } from '../admit/credentials.ts'
import type { HttpExchange } from '../wire/exchange.ts'
import { type HttpReply, headersOf } from '../wire/reply.ts'

/** MCP under this server's checks. It loads with its first request: a server that no agent uses does not carry it. */
export interface MountedMcp extends AsyncDisposable {
  handle(exchange: HttpExchange): Promise<HttpReply>
}

export function mountMcp(app: App, log: (line: string) => void): MountedMcp {
  let loading: Promise<McpHttp> | undefined
  const load = async () => {
    const { createMcpHttp } = await import('../../mcp/http/mcp-http.ts')
    const report = (problem: unknown) => log(problem instanceof Error ? problem.message : String(problem))
    return createMcpHttp({ app, report })
  }
  return {
    async handle({ incoming, outgoing, caller }) {
      loading ??= load()
      for (const [name, value] of Object.entries(headersOf({ status: 200 }))) outgoing.setHeader(name, value)
      await (await loading).handle({ incoming, outgoing }, callerOf(caller))
      return 'taken'
    },
    async [Symbol.asyncDispose]() {
      await (await loading)?.[Symbol.asyncDispose]()
    },
  }
}

/** The server's own token says nothing about who holds it; then the name that the client gives itself is used. */
function callerOf({ owner, scope, actor }: Caller): McpCaller {
  return scope === 'cli' ? { owner } : { owner, actor: { ...actor, door: 'mcp' } }
}
