import type { Lab } from '../lab.ts'
import { connectStdio } from './mcp.ts'

export interface Told {
  readonly text: string
  readonly failed: boolean
}

export interface ConnectedAgent extends AsyncDisposable {
  tell(tool: string, given: Record<string, unknown>): Promise<Told>
  schema(
    tool: string,
  ): Promise<{ readonly required?: readonly string[]; readonly properties?: Record<string, unknown> }>
}

/** An agent on the built MCP door: what it is told by each call. */
export async function connectAgent(lab: Lab): Promise<ConnectedAgent> {
  const mcp = await connectStdio(lab, { era: '2025-11-25' })
  return {
    async tell(name, given) {
      const answer = await mcp.client.callTool({ name, arguments: given })
      const text = (answer.content as { text?: string }[]).map(part => part.text ?? '').join('\n')
      return { text, failed: answer.isError === true }
    },
    async schema(tool) {
      const { tools } = await mcp.client.listTools()
      return tools.find(({ name }) => name === tool)?.inputSchema as never
    },
    [Symbol.asyncDispose]: () => mcp[Symbol.asyncDispose](),
  }
}
