import type { ClientId } from '../init/clients.ts'

/** What a client tells about the moment, in one vocabulary for all of them. */
export interface HookMoment {
  readonly cwd?: string
  readonly session?: string
  readonly tool?: string
  readonly files: readonly string[]
  readonly transcript?: string
  readonly said?: string
  readonly again: boolean
}

export type JsonFields = Readonly<Record<string, unknown>>

/** Reads the payload of any client: each names its fields in one of a few ways. */
export function momentOf(payload: unknown): HookMoment {
  const fields = toFields(payload)
  const [root] = Array.isArray(fields['workspace_roots']) ? (fields['workspace_roots'] as unknown[]) : []
  const input = toFields(parsed(fields['tool_input'] ?? fields['toolArgs']))
  return {
    ...optional('cwd', text(fields['cwd']) ?? text(root)),
    ...optional('session', text(fields['session_id']) ?? text(fields['sessionId']) ?? text(fields['conversation_id'])),
    ...optional('tool', text(fields['tool_name']) ?? text(fields['toolName'])),
    ...optional('transcript', text(fields['transcript_path']) ?? text(fields['transcriptPath'])),
    ...optional('said', text(fields['last_assistant_message']) ?? text(fields['prompt_response'])),
    files: filesIn(input),
    again: fields['stop_hook_active'] === true || Number(fields['loop_count'] ?? 0) > 0,
  }
}

const PATHS = ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path', 'target_file'] as const

/** The files that a tool is about to change; a patch names its own. */
export function filesIn(input: JsonFields): string[] {
  const named = PATHS.flatMap(name => text(input[name]) ?? [])
  const listed = Array.isArray(input['files']) ? (input['files'] as unknown[]).flatMap(file => text(file) ?? []) : []
  const patch = text(input['command']) ?? text(input['input']) ?? text(input['patch']) ?? ''
  const patched = [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].flatMap(([, file]) => file ?? [])
  return [...new Set([...named, ...listed, ...patched])]
}

/** Copilot calls its hook before every tool; the others ask only before those that change files. */
export function concernsEdits(client: ClientId | undefined, { tool }: HookMoment): boolean {
  return client !== 'copilot' || tool === undefined || /edit|create|write|patch|replace/i.test(tool)
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return { input: value }
  }
}

function toFields(value: unknown): JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function optional<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [key in K]?: string }
}
