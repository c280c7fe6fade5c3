import type { Tool } from '../../tools/model.ts'

/** A tool as an agent is told of it over MCP, and what that costs of its context. */
export function agentView(tool: Pick<Tool, 'name' | 'description' | 'display_name' | 'input_schema' | 'effect'>) {
  const effect = tool.effect ?? 'write'
  const text = JSON.stringify({
    name: `tool_${tool.name.replace(/[^A-Za-z0-9_]/g, '_')}`,
    title: tool.display_name,
    description: tool.description,
    inputSchema: tool.input_schema,
    annotations: { readOnlyHint: effect === 'read', destructiveHint: effect === 'destructive' },
  })
  // Bytes / 4, as `furrow mcp --cost` counts.
  const tokens = Math.ceil(new TextEncoder().encode(text).length / 4)
  return { text: JSON.stringify(JSON.parse(text), undefined, 2), tokens }
}
