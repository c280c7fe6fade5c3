import { type ShellText, shell } from '../../shared/shell/shell.ts'
import type { CommandForm, ContextFile } from './forms.ts'

export const CLIENT_IDS = [
  'claude-code',
  'codex',
  'cursor',
  'copilot',
  'gemini',
  'opencode',
  'windsurf',
  'zed',
  'cline',
  'roo',
  'kiro',
  'amp',
  'agents',
] as const
export type ClientId = (typeof CLIENT_IDS)[number]

/** Where a client reads which MCP servers there are. */
export interface ServerRegistration {
  /** In the repository, shared through git; or in the home folder, for this person alone. */
  readonly scope: 'project' | 'user'
  /** Relative to the repository or the home folder; the first that is there, else the first. */
  readonly files: readonly [string, ...string[]]
  readonly format: 'json' | 'toml'
  readonly path: readonly [string, ...string[]]
  readonly shape: 'plain' | 'stdio' | 'local'
  /** What a new file starts with. */
  readonly scaffold?: Readonly<Record<string, unknown>>
}

export type HookEvent = 'session-start' | 'before-edit' | 'before-compact' | 'stop'

/** Where a client reads its hooks, and what it calls the moments. */
export interface HookSetup {
  readonly file: string
  readonly events: Readonly<Partial<Record<HookEvent, string>>>
  readonly form: 'grouped' | 'flat' | 'shell'
  /** The tools that change files, as the client names them. */
  readonly edits: string
  readonly scaffold?: Readonly<Record<string, unknown>>
}

/** One coding agent: paths and formats, and nothing else. */
export interface AgentClient {
  readonly id: ClientId
  readonly title: string
  /** What in a repository, or in a home folder, tells that somebody uses it. */
  readonly marks: { readonly repository: readonly string[]; readonly home: readonly string[] }
  /** What it calls itself when it connects. */
  readonly calls: RegExp
  readonly registrations: readonly ServerRegistration[]
  readonly context: ContextFile
  readonly skills: string
  readonly commands?: CommandForm
  readonly hooks?: HookSetup
  /** Its own command that registers a server, before `-- <program> mcp`. */
  readonly ownCommand?: ShellText
  /** What a person does next in the client itself. */
  readonly afterwards: string
  /** Whether the client itself has confirmed the set-up in a test, or only the format is checked. */
  readonly proven: 'by the client' | 'by format'
}

const SHARED_SKILLS = '.agents/skills'
const AGENTS_FILE: ContextFile = { kind: 'block', file: 'AGENTS.md' }
const GROUPED = {
  form: 'grouped',
  events: {
    'session-start': 'SessionStart',
    'before-edit': 'PreToolUse',
    'before-compact': 'PreCompact',
    stop: 'Stop',
  },
} as const

const mcpServers = (file: string, scope: ServerRegistration['scope'] = 'project'): ServerRegistration => ({
  scope,
  files: [file],
  format: 'json',
  path: ['mcpServers', 'furrow'],
  shape: 'plain',
})
const codexConfig = (scope: ServerRegistration['scope']): ServerRegistration => ({
  scope,
  files: ['.codex/config.toml'],
  format: 'toml',
  path: ['mcp_servers', 'furrow'],
  shape: 'plain',
})

export const CLIENTS: readonly AgentClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    marks: { repository: ['.claude', 'CLAUDE.md'], home: ['.claude', '.claude.json'] },
    calls: /claude/,
    registrations: [mcpServers('.mcp.json')],
    context: { kind: 'block', file: 'CLAUDE.md' },
    skills: '.claude/skills',
    commands: {
      file: '.claude/commands/furrow/{id}.md',
      call: '/furrow:{id}',
      fields: ['description'],
      said: '$ARGUMENTS',
    },
    hooks: { ...GROUPED, file: '.claude/settings.json', edits: 'Edit|MultiEdit|Write|NotebookEdit' },
    ownCommand: shell`claude mcp add --scope user furrow`,
    afterwards: 'Start `claude` here once and approve the server furrow.',
    proven: 'by the client',
  },
  {
    id: 'codex',
    title: 'Codex',
    marks: { repository: ['.codex'], home: ['.codex'] },
    calls: /codex/,
    registrations: [codexConfig('project'), codexConfig('user')],
    context: AGENTS_FILE,
    skills: SHARED_SKILLS,
    hooks: { ...GROUPED, file: '.codex/hooks.json', edits: 'apply_patch|Edit|Write' },
    ownCommand: shell`codex mcp add furrow`,
    afterwards: 'Codex reads the project’s file once you trust the project; your own file always.',
    proven: 'by the client',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    marks: { repository: ['.cursor', '.cursorrules'], home: ['.cursor'] },
    calls: /cursor/,
    registrations: [mcpServers('.cursor/mcp.json')],
    context: {
      kind: 'file',
      file: '.cursor/rules/furrow.mdc',
      front: { description: 'Working with Furrow', alwaysApply: true },
    },
    skills: SHARED_SKILLS,
    commands: { file: '.cursor/commands/furrow-{id}.md', call: '/furrow-{id}', fields: ['description'] },
    hooks: {
      form: 'flat',
      file: '.cursor/hooks.json',
      scaffold: { version: 1 },
      edits: 'Write|Delete',
      events: {
        'session-start': 'sessionStart',
        'before-edit': 'preToolUse',
        'before-compact': 'preCompact',
        stop: 'stop',
      },
    },
    afterwards: 'Turn the server on in Settings, under MCP.',
    proven: 'by format',
  },
  {
    id: 'copilot',
    title: 'Copilot and VS Code',
    marks: {
      repository: ['.vscode/mcp.json', '.github/copilot-instructions.md', '.github/prompts'],
      home: ['.copilot'],
    },
    calls: /copilot|visual studio code|vscode/,
    registrations: [
      { scope: 'project', files: ['.vscode/mcp.json'], format: 'json', path: ['servers', 'furrow'], shape: 'stdio' },
      mcpServers('.mcp.json'),
    ],
    context: { kind: 'block', file: '.github/copilot-instructions.md' },
    skills: SHARED_SKILLS,
    commands: { file: '.github/prompts/furrow-{id}.prompt.md', call: '/furrow-{id}', fields: ['description'] },
    hooks: {
      form: 'shell',
      file: '.github/hooks/furrow.json',
      scaffold: { version: 1 },
      edits: 'edit|create|write|apply_patch|str_replace',
      events: {
        'session-start': 'sessionStart',
        'before-edit': 'preToolUse',
        'before-compact': 'preCompact',
        stop: 'agentStop',
      },
    },
    ownCommand: shell`copilot mcp add furrow`,
    afterwards: 'VS Code asks before it starts the server; Copilot CLI wants the folder trusted.',
    proven: 'by the client',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    marks: { repository: ['.gemini', 'GEMINI.md'], home: ['.gemini'] },
    calls: /gemini/,
    registrations: [mcpServers('.gemini/settings.json')],
    context: { kind: 'block', file: 'GEMINI.md' },
    skills: SHARED_SKILLS,
    commands: {
      file: '.gemini/commands/furrow/{id}.toml',
      call: '/furrow:{id}',
      fields: ['description'],
      said: '{{args}}',
      toml: true,
    },
    hooks: {
      form: 'grouped',
      file: '.gemini/settings.json',
      edits: 'write_file|replace',
      events: {
        'session-start': 'SessionStart',
        'before-edit': 'BeforeTool',
        'before-compact': 'PreCompress',
        stop: 'AfterAgent',
      },
    },
    ownCommand: shell`gemini mcp add --scope user furrow`,
    afterwards: 'Gemini CLI uses the server once you trust the folder.',
    proven: 'by the client',
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    marks: { repository: ['opencode.json', 'opencode.jsonc', '.opencode'], home: ['.config/opencode'] },
    calls: /opencode/,
    registrations: [
      {
        scope: 'project',
        files: ['opencode.json', 'opencode.jsonc'],
        format: 'json',
        path: ['mcp', 'furrow'],
        shape: 'local',
        scaffold: { $schema: 'https://opencode.ai/config.json' },
      },
    ],
    context: AGENTS_FILE,
    skills: SHARED_SKILLS,
    commands: {
      file: '.opencode/commands/furrow-{id}.md',
      call: '/furrow-{id}',
      fields: ['description'],
      said: '$ARGUMENTS',
    },
    afterwards: 'Nothing: it connects at its next start.',
    proven: 'by the client',
  },
  {
    id: 'windsurf',
    title: 'Windsurf and Devin',
    marks: { repository: ['.windsurf', '.devin', '.windsurfrules'], home: ['.codeium/windsurf'] },
    calls: /windsurf|devin|codeium/,
    registrations: [mcpServers('.codeium/windsurf/mcp_config.json', 'user')],
    context: { kind: 'file', file: '.windsurf/rules/furrow.md', front: { trigger: 'always_on' } },
    skills: '.devin/skills',
    commands: { file: '.devin/workflows/furrow-{id}.md', call: '/furrow-{id}', fields: ['name', 'description'] },
    afterwards: 'Refresh the list of MCP servers in the editor.',
    proven: 'by format',
  },
  {
    id: 'zed',
    title: 'Zed',
    marks: { repository: ['.zed'], home: ['.config/zed'] },
    calls: /^zed\b/,
    registrations: [
      {
        scope: 'project',
        files: ['.zed/settings.json'],
        format: 'json',
        path: ['context_servers', 'furrow'],
        shape: 'plain',
      },
    ],
    context: AGENTS_FILE,
    skills: SHARED_SKILLS,
    afterwards: 'Zed starts the server when the worktree is trusted.',
    proven: 'by format',
  },
  {
    id: 'cline',
    title: 'Cline',
    marks: { repository: ['.clinerules', '.cline'], home: ['.cline'] },
    calls: /^cline\b/,
    registrations: [mcpServers('.cline/data/settings/cline_mcp_settings.json', 'user')],
    context: { kind: 'file', file: '.clinerules/furrow.md' },
    skills: '.cline/skills',
    commands: { file: '.clinerules/workflows/furrow-{id}.md', call: '/furrow-{id}.md', fields: [] },
    afterwards: 'In the editor extension, add the server in its MCP dialog; the command line reads your own file.',
    proven: 'by the client',
  },
  {
    id: 'roo',
    title: 'Roo Code',
    marks: { repository: ['.roo', '.roomodes'], home: ['.roo'] },
    calls: /^roo\b/,
    registrations: [mcpServers('.roo/mcp.json')],
    context: { kind: 'file', file: '.roo/rules/furrow.md' },
    skills: SHARED_SKILLS,
    commands: { file: '.roo/commands/furrow-{id}.md', call: '/furrow-{id}', fields: ['description'] },
    afterwards: 'Nothing: it connects when the folder is opened again.',
    proven: 'by format',
  },
  {
    id: 'kiro',
    title: 'Kiro',
    marks: { repository: ['.kiro'], home: ['.kiro'] },
    calls: /kiro|q-dev/,
    registrations: [mcpServers('.kiro/settings/mcp.json')],
    context: { kind: 'file', file: '.kiro/steering/furrow.md', front: { inclusion: 'always' } },
    skills: '.kiro/skills',
    commands: { file: '.kiro/prompts/furrow-{id}.md', call: '@furrow-{id}', fields: ['description'] },
    afterwards: 'Nothing: it connects when the file is saved.',
    proven: 'by format',
  },
  {
    id: 'amp',
    title: 'Amp',
    marks: { repository: ['.amp'], home: ['.config/amp'] },
    calls: /^amp\b/,
    registrations: [
      {
        scope: 'project',
        files: ['.amp/settings.json'],
        format: 'json',
        path: ['amp.mcpServers', 'furrow'],
        shape: 'plain',
      },
    ],
    context: AGENTS_FILE,
    skills: SHARED_SKILLS,
    ownCommand: shell`amp mcp add furrow`,
    afterwards: 'Approve the server with `amp mcp approve furrow`.',
    proven: 'by the client',
  },
  {
    id: 'agents',
    title: 'Any other agent',
    marks: { repository: [], home: [] },
    calls: /^$/,
    registrations: [mcpServers('.mcp.json')],
    context: AGENTS_FILE,
    skills: SHARED_SKILLS,
    afterwards: 'Point it to the MCP server `furrow mcp`, if it does not read .mcp.json.',
    proven: 'by format',
  },
]

export function clientCalled(id: string): AgentClient | undefined {
  return CLIENTS.find(client => client.id === id)
}

/** The client behind the name that an MCP connection gives. */
export function clientBehind(name: string): AgentClient | undefined {
  return CLIENTS.find(({ calls }) => calls.test(name.toLowerCase()))
}
