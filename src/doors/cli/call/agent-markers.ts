import type { Environment } from '../../../operation/environment.ts'

interface Marker {
  readonly variable: string
  readonly agent: string
}

/**
 * What coding agents set for the commands they run, specific names first. Only what an agent sets by itself counts:
 * a person's own settings in a shell profile (CODEX_HOME, AIDER_MODEL, COPILOT_GITHUB_TOKEN, CLINE_API_KEY) and what an
 * editor sets in every terminal of its window (CURSOR_TRACE_ID, TERM_PROGRAM) say nothing about who types.
 */
export const MARKERS: readonly Marker[] = [
  // Amp sets CLAUDECODE too, so it comes first.
  { variable: 'AMP_CURRENT_THREAD_ID', agent: 'amp' },
  // Claude Code: CLAUDECODE=1 in every shell it spawns; the others in its hooks, subagents and remote sessions.
  { variable: 'CLAUDECODE', agent: 'claude-code' },
  { variable: 'CLAUDE_CODE', agent: 'claude-code' },
  { variable: 'CLAUDE_CODE_ENTRYPOINT', agent: 'claude-code' },
  { variable: 'CLAUDE_CODE_CHILD_SESSION', agent: 'claude-code' },
  // Codex: the kind of sandbox, the conversation, and its non-interactive mode.
  { variable: 'CODEX_SANDBOX', agent: 'codex' },
  { variable: 'CODEX_SANDBOX_NETWORK_DISABLED', agent: 'codex' },
  { variable: 'CODEX_THREAD_ID', agent: 'codex' },
  { variable: 'CODEX_CI', agent: 'codex' },
  // Cursor: its agent's terminals and its command line agent.
  { variable: 'CURSOR_AGENT', agent: 'cursor' },
  // Gemini CLI and its descendants.
  { variable: 'GEMINI_CLI', agent: 'gemini-cli' },
  { variable: 'QWEN_CODE', agent: 'qwen-code' },
  // OpenCode: the process itself, and the client that embeds it.
  { variable: 'OPENCODE', agent: 'opencode' },
  { variable: 'OPENCODE_CLIENT', agent: 'opencode' },
  // GitHub Copilot: agent terminals of VS Code, and the command line agent.
  { variable: 'COPILOT_AGENT', agent: 'copilot' },
  { variable: 'COPILOT_CLI', agent: 'copilot-cli' },
  { variable: 'ANTIGRAVITY_AGENT', agent: 'antigravity' },
  { variable: 'AUGMENT_AGENT', agent: 'augment' },
  { variable: 'CLINE_ACTIVE', agent: 'cline' },
  { variable: 'GOOSE_TERMINAL', agent: 'goose' },
  { variable: 'TRAE_AI_SHELL_ID', agent: 'trae' },
]

/** The two names that any agent may use, with its own name as the value. */
const GENERIC = ['AI_AGENT', 'AGENT'] as const

/** The coding agent that runs this process, as far as its environment tells. */
export function agentIn(env: Environment): string | undefined {
  const marker = MARKERS.find(({ variable }) => isSet(env[variable]))
  if (marker !== undefined) return marker.agent
  const generic = GENERIC.find(variable => isSet(env[variable]))
  return generic === undefined ? undefined : nameIn(env[generic] ?? '')
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}

/** `AI_AGENT=claude-code@2.1` names itself; `AGENT=1` does not. */
function nameIn(value: string): string {
  return /^[a-z][\w.:@-]{1,60}$/i.test(value) && value !== 'true' ? value : 'agent'
}
