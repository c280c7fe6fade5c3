import fs from 'node:fs'
import path from 'node:path'

/** One thing that `furrow init` writes, in a file that belongs to the user: a marked block, or one key of a JSON file. */
export type Contribution =
  | {
      readonly kind: 'block'
      readonly file: string
      readonly name: string
      readonly text: string
      readonly note: string
    }
  | {
      readonly kind: 'key'
      readonly file: string
      readonly path: readonly string[]
      readonly value: unknown
      readonly note: string
    }

/** Every domain adds its own here; the planner does the rest. */
export function contributions(guides: string): Contribution[] {
  return [
    {
      kind: 'key',
      file: '.mcp.json',
      path: ['mcpServers', 'furrow'],
      value: { command: 'furrow', args: ['mcp'] },
      note: 'registers the MCP server for clients that read .mcp.json',
    },
    {
      kind: 'block',
      file: 'AGENTS.md',
      name: 'agents',
      text: fs.readFileSync(path.join(guides, 'blocks', 'agents.md'), 'utf8').trim(),
      note: 'tells agents when to use Furrow',
    },
  ]
}
