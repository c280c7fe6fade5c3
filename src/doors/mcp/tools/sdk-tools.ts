import type { Tool } from '@modelcontextprotocol/server'

/** The SDK's type of a tool says more of its schema than a schema that was made from a contract can. */
export function sdkTools(tools: readonly object[]): Tool[] {
  return tools as unknown as Tool[]
}
