export interface Client {
  readonly id: string
  readonly title: string
  /** Where the set-up goes: a command to run, or a file to write. */
  readonly setups: readonly Setup[]
}

export type Setup =
  | { readonly kind: 'command'; readonly say: string; readonly text: string }
  | { readonly kind: 'file'; readonly say: string; readonly path: string; readonly text: string }

const server = { command: 'furrow', args: ['mcp'] }
const json = (value: unknown) => JSON.stringify(value, undefined, 2)
const file = (path: string, text: string, say = 'Write this file in your repository'): Setup => ({
  kind: 'file',
  say,
  path,
  text,
})
const command = (text: string, say = 'Run this in your repository'): Setup => ({ kind: 'command', say, text })

/** How each coding agent is told about Furrow's MCP server. */
export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    setups: [
      command('claude mcp add --scope project furrow -- furrow mcp'),
      file('.mcp.json', json({ mcpServers: { furrow: server } }), 'Or write the file that it makes'),
    ],
  },
  {
    id: 'codex',
    title: 'Codex',
    setups: [
      command('codex mcp add furrow -- furrow mcp'),
      file(
        '~/.codex/config.toml',
        '[mcp_servers.furrow]\ncommand = "furrow"\nargs = ["mcp"]',
        'Or add this to its configuration',
      ),
    ],
  },
  { id: 'cursor', title: 'Cursor', setups: [file('.cursor/mcp.json', json({ mcpServers: { furrow: server } }))] },
  {
    id: 'vscode',
    title: 'VS Code',
    setups: [file('.vscode/mcp.json', json({ servers: { furrow: { type: 'stdio', ...server } } }))],
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    setups: [
      command('gemini mcp add furrow furrow mcp'),
      file('.gemini/settings.json', json({ mcpServers: { furrow: server } }), 'Or write its settings file'),
    ],
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    setups: [
      file('opencode.json', json({ mcp: { furrow: { type: 'local', command: ['furrow', 'mcp'], enabled: true } } })),
    ],
  },
]
