import type { CallToolResult } from '@modelcontextprotocol/server'
import { commandLine } from '../../operation/command-line.ts'
import type { Failure, Reason } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import type { Outcome } from '../../operation/outcome.ts'
import { shell } from '../../operation/shell.ts'

/** Clients cut or refuse larger texts; the structured value is always whole. */
const MAX_TEXT_BYTES = 80 * 1024

/** An operation and what it was asked: enough to say how a person would ask the same. */
export interface Asked {
  readonly entry: OperationEntry
  readonly input: Readonly<Record<string, unknown>>
}

export function answerOf(outcome: Outcome, asked: Asked): CallToolResult {
  return outcome.ok ? succeeded(outcome, asked) : failed(outcome.error)
}

function succeeded(outcome: Outcome & { ok: true }, asked: Asked): CallToolResult {
  const text = shortened(outcome.text(), () => commandLine(asked.entry, asked.input, ['--json']))
  return {
    content: [{ type: 'text', text }],
    ...(outcome.value !== undefined && { structuredContent: outcome.value as Record<string, unknown> }),
    ...(saysNo(outcome.value) && { isError: true }),
  }
}

/** A tool that ran and says that it is not ok. */
function saysNo(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'interaction_id' in value && 'ok' in value && value.ok === false
}

export function failed(error: Failure): CallToolResult {
  return {
    content: [{ type: 'text', text: shortened(failureText(error), () => shell`furrow log`) }],
    structuredContent: { error },
    isError: true,
  }
}

/** What, why, and how to go on: the same words that the terminal shows. */
function failureText({ code, message, fix, details }: Failure): string {
  const reasons = Array.isArray(details?.reasons) ? (details.reasons as Reason[]).slice(1) : []
  const address = details?.address
  return [
    `${code}: ${message}`,
    fix !== undefined && `fix: ${fix}`,
    ...reasons.map(reason => `${reason.message}${reason.fix === undefined ? '' : ` fix: ${reason.fix}`}`),
    typeof address === 'string' && `A person can decide at ${address}`,
  ]
    .filter(line => line !== false)
    .join('\n')
}

function shortened(text: string, rest: () => string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_TEXT_BYTES) return text
  const kept = bytes
    .subarray(0, MAX_TEXT_BYTES)
    .toString()
    .replace(/\uFFFD$/, '')
  return `${kept}\n\n[${bytes.length - MAX_TEXT_BYTES} of ${bytes.length} bytes left out; all of it: ${rest()}]`
}
