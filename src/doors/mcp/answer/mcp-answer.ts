import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Failure, Reason } from '../../../operation/errors.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import type { Outcome } from '../../../operation/outcome.ts'
import { listTool, type ToolGroup } from '../tools/tools.ts'
import { type AgentFailure, answerForAgents, failureForAgents } from './for-agents.ts'
import { listedCall, type Surface, spellCall, type ToolCall } from './tool-call.ts'

/** Clients cut or refuse larger texts; the structured value is always whole. */
const MAX_TEXT_BYTES = 80 * 1024

/** An operation, what it was asked, and what the client can call next. */
export interface OperationCall {
  readonly entry: OperationEntry
  readonly input: Readonly<Record<string, unknown>>
  readonly surface: Surface
}

export function answerOf(outcome: Outcome, asked: OperationCall): CallToolResult {
  return outcome.ok ? succeeded(outcome, asked) : failed(outcome.error, asked.surface, asked)
}

function succeeded(outcome: Outcome & { ok: true }, { entry, surface }: OperationCall): CallToolResult {
  const { value, text } = answerForAgents(outcome.value, outcome.text(), surface, entry)
  return {
    content: [{ type: 'text', text: shortened(text) }],
    ...(value !== undefined && { structuredContent: value as Record<string, unknown> }),
    ...(saysNo(value) && { isError: true }),
  }
}

/** A tool that ran and says that it is not ok. */
function saysNo(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'interaction_id' in value && 'ok' in value && value.ok === false
}

export function failed(
  failure: Failure,
  surface: Surface,
  { fixTool, ...asked }: Partial<OperationCall> & { fixTool?: ToolCall } = {},
): CallToolResult {
  const error = { ...failureForAgents(failure, surface, asked), ...(fixTool !== undefined && { fix_tool: fixTool }) }
  return {
    content: [{ type: 'text', text: shortened(failureText(error)) }],
    structuredContent: { error },
    isError: true,
  }
}

/** Which of its actions a tool is for is the caller's to say: an example of ours would do something nobody asked for. */
export function unknownAction(group: ToolGroup, { message, given }: UnknownAction, surface: Surface): CallToolResult {
  const { properties } = listTool(group, { outputs: false }).inputSchema
  const kept = Object.fromEntries(
    Object.entries(given).filter(([field]) => field !== 'action' && Object.hasOwn(properties, field)),
  )
  const fixTool = listedCall({ name: group.name, arguments: kept, needs: ['action'] }, surface)
  return failed({ code: 'usage', message, target: 'action' }, surface, { fixTool })
}

interface UnknownAction {
  readonly message: string
  readonly given: Readonly<Record<string, unknown>>
}

type AgentReason = Omit<Reason, 'fix'> & { readonly fix?: string; readonly fix_tool?: ToolCall }

/** What, why, and how to go on. */
function failureText(error: AgentFailure): string {
  const { code, message, details } = error
  const reasons = Array.isArray(details?.reasons) ? (details.reasons as AgentReason[]).slice(1) : []
  const address = details?.address
  return [
    `${code}: ${message}`,
    fixText(error),
    ...reasons.map(reason => [reason.message, fixText(reason)].filter(text => text !== undefined).join(' ')),
    typeof address === 'string' ? `A person can decide at ${address}` : undefined,
  ]
    .filter(line => line !== undefined)
    .join('\n')
}

function fixText({ fix, fix_tool }: { fix?: string; fix_tool?: ToolCall }): string | undefined {
  if (fix_tool !== undefined) return `Fix: ${spellCall(fix_tool)}`
  return fix === undefined ? undefined : `For a person: ${fix}`
}

function shortened(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_TEXT_BYTES) return text
  const kept = bytes
    .subarray(0, MAX_TEXT_BYTES)
    .toString()
    .replace(/\uFFFD$/, '')
  return `${kept}\n\n[${bytes.length - MAX_TEXT_BYTES} of ${bytes.length} bytes left out; the structured content of this answer is whole]`
}
