import type { ClientId, HookEvent } from '../init/clients.ts'
import type { HookAnswer } from './model.ts'

/** What `furrow hook` prints and ends with. Exit code 2 is for blocking alone. */
export interface HookReply {
  readonly code: 0 | 2
  readonly stdout?: string
  readonly stderr?: string
}

type Says = (text: string, event: string) => unknown

/** How each family of clients wants to be told. What is not here is not understood by them, and is not said. */
interface ReplyFormat {
  readonly inform: Says
  readonly warn?: Says
  /** Instead of exit code 2, for clients that block by an answer. */
  readonly block?: Partial<Record<HookEvent, Says>>
}

const CLAUDE_EVENTS: Readonly<Record<HookEvent, string>> = {
  'session-start': 'SessionStart',
  'before-edit': 'PreToolUse',
  'before-compact': 'PreCompact',
  stop: 'Stop',
}

const claude: ReplyFormat = {
  inform: (text, event) => ({ hookSpecificOutput: { hookEventName: event, additionalContext: text } }),
  warn: (text, event) =>
    event === 'PreToolUse'
      ? { systemMessage: text, hookSpecificOutput: { hookEventName: event, additionalContext: text } }
      : { systemMessage: text },
}

const FAMILIES: Readonly<Partial<Record<ClientId, ReplyFormat>>> = {
  'claude-code': claude,
  codex: claude,
  gemini: { inform: claude.inform, warn: text => ({ systemMessage: text }) },
  cursor: {
    inform: text => ({ additional_context: text }),
    warn: text => ({ permission: 'allow', agent_message: text, user_message: text }),
    block: { stop: text => ({ followup_message: text }) },
  },
  copilot: {
    inform: text => ({ additionalContext: text }),
    block: {
      'before-edit': text => ({ permissionDecision: 'deny', permissionDecisionReason: text }),
      stop: text => ({ decision: 'block', reason: text }),
    },
  },
}

export function replyFor(
  client: ClientId | undefined,
  event: HookEvent,
  { action, text = '' }: Pick<HookAnswer, 'action' | 'text'>,
): HookReply {
  if (action === 'none') return { code: 0 }
  const family = client === undefined ? undefined : FAMILIES[client]
  if (family === undefined) return plainReply(action, text)
  const says = action === 'block' ? family.block?.[event] : family[action]
  if (says !== undefined) return { code: 0, stdout: `${JSON.stringify(says(text, CLAUDE_EVENTS[event]))}\n` }
  return action === 'block' ? { code: 2, stderr: `${text}\n` } : { code: 0 }
}

/** Somebody typed it, or a client that is not in the table runs it. */
function plainReply(action: HookAnswer['action'], text: string): HookReply {
  if (action === 'block') return { code: 2, stderr: `${text}\n` }
  return action === 'inform' ? { code: 0, stdout: `${text}\n` } : { code: 0, stderr: `${text}\n` }
}
