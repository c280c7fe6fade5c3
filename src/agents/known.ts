/** An agent that speaks the Agent Client Protocol, and how it is started. */
export interface KnownAgent {
  readonly name: string
  readonly title: string
  /** Ways to start it, the best first: the first whose program is on PATH counts. */
  readonly starts: readonly { readonly command: string; readonly args: readonly string[] }[]
  /** How a person gets it. */
  readonly install: string
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
  },
  {
    name: 'codex',
    title: 'Codex',
    starts: [{ command: 'codex-acp', args: [] }],
    install: 'npm install --global @agentclientprotocol/codex-acp',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    starts: [{ command: 'gemini', args: ['--acp'] }],
    install: 'npm install --global @google/gemini-cli',
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    starts: [{ command: 'opencode', args: ['acp'] }],
    install: 'npm install --global opencode-ai',
  },
  {
    name: 'goose',
    title: 'Goose',
    starts: [{ command: 'goose', args: ['acp'] }],
    install: 'https://block.github.io/goose',
  },
  {
    name: 'qwen',
    title: 'Qwen Code',
    starts: [{ command: 'qwen', args: ['--acp'] }],
    install: 'npm install --global @qwen-code/qwen-code',
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot CLI',
    starts: [{ command: 'copilot', args: ['--acp'] }],
    install: 'npm install --global @github/copilot',
  },
  {
    name: 'cursor',
    title: 'Cursor CLI',
    starts: [{ command: 'cursor-agent', args: ['acp'] }],
    install: 'https://cursor.com/cli',
  },
]

/** Arguments by which agents stop asking; they are refused where an agent is added. */
const BYPASSES = /^--?(?:dangerously|yolo$|allow-all|trust-all|skip-permissions|full-auto$|approval-mode=yolo)|bypass/i

export function bypassIn(args: readonly string[]): string | undefined {
  return args.find(arg => BYPASSES.test(arg))
}
