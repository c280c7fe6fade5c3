import type { AgentEvent } from '../../agents/model.ts'

interface ChapterStart {
  /** The number of the event that it began with. */
  readonly n: number
  readonly t: number
}

export interface TextChapter extends ChapterStart {
  readonly kind: 'text' | 'thought'
  readonly text: string
}

export interface ToolChapter extends ChapterStart {
  readonly kind: 'tool'
  readonly title: string
  readonly tool: string
  readonly status: string
  readonly paths: readonly string[]
  readonly input?: string | undefined
  readonly output?: string | undefined
}

export interface PlanChapter extends ChapterStart {
  readonly kind: 'plan'
  readonly entries: NonNullable<AgentEvent['entries']>
}

export interface PermissionChapter extends ChapterStart {
  readonly kind: 'permission'
  readonly title: string
  readonly tool: string
  readonly paths: readonly string[]
  readonly answer: string
  readonly by: string
}

interface NoteChapter extends ChapterStart {
  readonly kind: 'note'
  readonly text: string
}

export type Chapter = TextChapter | ToolChapter | PlanChapter | PermissionChapter | NoteChapter

interface Story {
  readonly chapters: readonly Chapter[]
  readonly usage: Pick<AgentEvent, 'used' | 'size' | 'cost'>
}

/** The events of a run as one reads them: pieces of a sentence joined, each tool once, each question with its answer. */
export function storyOf(events: readonly AgentEvent[]): Story {
  const chapters: Chapter[] = []
  const places = new Map<string, number>()
  let usage: Story['usage'] = {}
  for (const event of events) {
    if (event.type === 'usage') usage = { ...usage, ...some(event) }
    else if (isSpeech(event)) say(chapters, event)
    else put(chapters, places, event)
  }
  return { chapters, usage }
}

function isSpeech({ type }: AgentEvent): boolean {
  return type === 'text' || type === 'thought'
}

function some({ used, size, cost }: AgentEvent): Story['usage'] {
  return { ...(used !== undefined && { used }), ...(size !== undefined && { size }), ...(cost && { cost }) }
}

function say(chapters: Chapter[], { n, t, type, text = '' }: AgentEvent): void {
  const last = chapters.at(-1)
  const kind = type === 'thought' ? 'thought' : 'text'
  if (last?.kind === kind) chapters[chapters.length - 1] = { ...last, text: last.text + text }
  else chapters.push({ kind, n, t, text })
}

/** What is about the same call or question replaces what is known of it, where that stands. */
function put(chapters: Chapter[], places: Map<string, number>, event: AgentEvent): void {
  const key = keyOf(event)
  const at = key === undefined ? undefined : places.get(key)
  const before = at === undefined ? undefined : chapters[at]
  const chapter = chapterOf(event, before)
  if (chapter === undefined) return
  if (at !== undefined && before !== undefined) chapters[at] = { ...chapter, n: before.n, t: before.t }
  else chapters.push(chapter)
  if (key !== undefined && at === undefined) places.set(key, chapters.length - 1)
}

function keyOf({ type, call, permission }: AgentEvent): string | undefined {
  if (type === 'tool') return `tool ${call}`
  if (type === 'plan') return 'plan'
  return permission === undefined ? undefined : `permission ${permission}`
}

function chapterOf(event: AgentEvent, before: Chapter | undefined): Chapter | undefined {
  const { n, t, title = '', tool = '', paths = [], answer = '', by = '' } = event
  switch (event.type) {
    case 'tool':
      return { kind: 'tool', n, t, title, tool, paths, status: event.status ?? '', ...details(event) }
    case 'plan':
      return { kind: 'plan', n, t, entries: event.entries ?? [] }
    case 'permission':
      return { kind: 'permission', n, t, title, tool, paths, answer, by }
    case 'answered':
      return before?.kind === 'permission' ? { ...before, answer, by } : undefined
    default:
      return noteOf(event)
  }
}

function details({ input, output }: AgentEvent): Pick<ToolChapter, 'input' | 'output'> {
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) }
}

function noteOf({
  n,
  t,
  type,
  text,
  paths = [],
  title,
  agent,
  stop_reason: reason,
}: AgentEvent): NoteChapter | undefined {
  const said: Readonly<Record<string, string | undefined>> = {
    started: `${agent ?? 'The agent'} has begun.`,
    file: `Wrote ${paths.join(', ')}`,
    terminal: title,
    note: text,
    ended: reason === undefined || reason === 'end_turn' ? undefined : `It ended: ${reason}.`,
  }
  const line = said[type]
  return line === undefined || line === '' ? undefined : { kind: 'note', n, t, text: line }
}
