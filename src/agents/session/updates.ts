import type { SessionUpdate, ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { NewEvent } from './journal.ts'

const LONGEST_PART = 4000

/** What is known of a call of a tool so far; its later events tell only what changed. */
export interface KnownCall {
  readonly title: string
  readonly tool: string
  readonly name?: string
  readonly status: string
  /** As the agent spells them. */
  readonly paths: readonly string[]
  readonly input?: string
  readonly output?: string
}

export function mergeCall(known: KnownCall | undefined, update: ToolCall | ToolCallUpdate): KnownCall {
  const paths = pathsOf(update)
  const input = inputOf(update.rawInput) ?? known?.input
  const output = outputOf(update.content ?? []) ?? known?.output
  const name = update.name ?? known?.name
  return {
    title: cutText(update.title ?? known?.title ?? 'something', 300),
    tool: update.kind ?? known?.tool ?? 'other',
    ...(name !== undefined && { name: cutText(name, 200) }),
    status: update.status ?? known?.status ?? 'pending',
    paths: paths.length > 0 ? paths : (known?.paths ?? []),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
  }
}

export function toolEvent(call: string, { title, tool, status, paths, input, output }: KnownCall): NewEvent {
  return {
    type: 'tool',
    call,
    title,
    tool,
    status,
    paths: [...paths],
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
  }
}

/** What is worth a line in the log: that a tool is called, and that it failed. */
export function toolLine(before: KnownCall | undefined, now: KnownCall): string | undefined {
  const what = `${now.tool}: ${now.title}`
  if (now.status === 'failed' && before?.status !== 'failed') return `${what} (failed)`
  return before === undefined || before.title !== now.title ? what : undefined
}

export function textIn(update: SessionUpdate): string | undefined {
  if (!('content' in update) || Array.isArray(update.content) || update.content === null) return undefined
  const { content } = update
  if (typeof content !== 'object' || !('type' in content)) return undefined
  return content.type === 'text' ? content.text : `[${content.type}]`
}

const MOST_PATHS = 50

function pathsOf({ locations, content, rawInput }: ToolCallUpdate): string[] {
  const found = [
    ...(locations ?? []).map(({ path }) => path),
    ...(content ?? []).flatMap(part => (part.type === 'diff' ? [part.path] : [])),
    ...PATH_KEYS.flatMap(key => textAt(rawInput, key) ?? []),
  ]
  return [...new Set(found)].slice(0, MOST_PATHS)
}

/** Agents name files in their raw input, too; what they leave out elsewhere is looked for there. */
const PATH_KEYS = ['path', 'file_path', 'filePath', 'filepath', 'filename'] as const

function textAt(input: unknown, key: string): string | undefined {
  if (input === null || typeof input !== 'object' || !Object.hasOwn(input, key)) return undefined
  const value = (input as Record<string, unknown>)[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function inputOf(input: unknown): string | undefined {
  if (input === undefined || input === null) return undefined
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  return text === '{}' ? undefined : cutText(text, LONGEST_PART)
}

function outputOf(content: readonly ToolCallContent[]): string | undefined {
  const texts = content.flatMap(part => {
    if (part.type === 'content') return part.content.type === 'text' ? [part.content.text] : [`[${part.content.type}]`]
    return part.type === 'diff' ? [`${part.path}\n${part.newText}`] : []
  })
  return texts.length === 0 ? undefined : cutText(texts.join('\n'), LONGEST_PART)
}

export function cutText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
