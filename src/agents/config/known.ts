/** An agent that speaks the Agent Client Protocol, and how it is started. */
export interface KnownAgent {
  readonly name: string
  readonly title: string
  /** Ways to start it, the best first: the first whose program is on PATH counts. */
  readonly starts: readonly { readonly command: string; readonly args: readonly string[] }[]
  /** How a person gets it. */
  readonly install: string
  /** What it has in the person's folder. */
  readonly keeps: KeptPlaces
}

interface KeptPlaces {
  /** Its own: logins, sessions, and often its settings. They are made when they are missing. */
  readonly folders: readonly string[]
  readonly files?: readonly string[]
  /** It has to be able to write there, but nothing of that is kept. */
  readonly settings?: readonly string[]
}

/** None of these ways switches an agent's own questions off: what it wants to do, it asks. */
export const KNOWN: readonly KnownAgent[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    starts: [
      { command: 'claude-agent-acp', args: [] },
      { command: 'claude-code-acp', args: [] },
    ],
    install: 'npm install --global @agentclientprotocol/claude-agent-acp',
    keeps: { folders: ['.claude', '.cache/claude-cli-nodejs'], files: ['.claude.json'] },
  },
  {
    name: 'codex',
    title: 'Codex',
    starts: [{ command: 'codex-acp', args: [] }],
    install: 'npm install --global @agentclientprotocol/codex-acp',
    keeps: { folders: ['.codex'] },
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    starts: [{ command: 'gemini', args: ['--acp'] }],
    install: 'npm install --global @google/gemini-cli',
    keeps: { folders: ['.gemini'] },
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    starts: [{ command: 'opencode', args: ['acp'] }],
    install: 'npm install --global opencode-ai',
    keeps: {
      folders: ['.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
      settings: ['.config/opencode'],
    },
  },
  {
    name: 'goose',
    title: 'Goose',
    starts: [{ command: 'goose', args: ['acp'] }],
    install: 'https://block.github.io/goose',
    keeps: { folders: ['.config/goose', '.local/share/goose', '.local/state/goose'] },
  },
  {
    name: 'qwen',
    title: 'Qwen Code',
    starts: [{ command: 'qwen', args: ['--acp'] }],
    install: 'npm install --global @qwen-code/qwen-code',
    keeps: { folders: ['.qwen'] },
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot CLI',
    starts: [{ command: 'copilot', args: ['--acp'] }],
    install: 'npm install --global @github/copilot',
    keeps: { folders: ['.copilot', '.config/github-copilot'] },
  },
  {
    name: 'cursor',
    title: 'Cursor CLI',
    starts: [{ command: 'cursor-agent', args: ['acp'] }],
    install: 'https://cursor.com/cli',
    keeps: { folders: ['.cursor', '.config/cursor', '.local/share/cursor-agent'] },
  },
]

/** Arguments by which agents stop asking; they are refused where an agent is added. */
const BYPASSES = /^--?(?:dangerously|yolo$|allow-all|trust-all|skip-permissions|full-auto$|approval-mode=yolo)|bypass/i

export function bypassIn(args: readonly string[]): string | undefined {
  return args.find(arg => BYPASSES.test(arg))
}
