import { type ReactNode, useMemo } from 'react'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Markdown } from '../parts/markdown/Markdown.tsx'
import { Badge, type Tone } from '../parts/text/Badge.tsx'
import { CodeBlock } from '../parts/text/Code.tsx'
import { Icon, type IconName } from '../parts/text/Icon.tsx'
import {
  type Chapter,
  type PermissionChapter,
  type PlanChapter,
  storyOf,
  type TextChapter,
  type ToolChapter,
} from './story.ts'
import type { EventsState } from './useEvents.ts'

/** What the agent said, thought, planned and did, in order. */
export function StoryView({ state, over }: { state: EventsState; over: boolean }) {
  const { chapters, usage } = useMemo(() => storyOf(state.events), [state.events])
  if (!state.ready) return <Loading rows={4} />
  return (
    <div>
      {state.error !== undefined && <ErrorBox error={state.error} />}
      {chapters.length === 0 && (
        <EmptyState icon="agent" title={over ? 'It did nothing that could be told' : 'It is being started'} />
      )}
      <ol aria-label="What happened" className="space-y-3">
        {chapters.map(chapter => (
          <li key={`${chapter.kind} ${chapter.n}`}>
            <ChapterView chapter={chapter} />
          </li>
        ))}
      </ol>
      {usage.used !== undefined && (
        <p className="tabular mt-4 text-xs text-faint">
          {usage.used} tokens{usage.size !== undefined && ` of ${usage.size}`}
        </p>
      )}
    </div>
  )
}

function ChapterView({ chapter }: { chapter: Chapter }) {
  switch (chapter.kind) {
    case 'text':
      return <Text chapter={chapter} />
    case 'thought':
      return <Thought chapter={chapter} />
    case 'tool':
      return <Tool chapter={chapter} />
    case 'plan':
      return <Plan chapter={chapter} />
    case 'permission':
      return <Question chapter={chapter} />
    case 'note':
      return <p className="text-xs break-words whitespace-pre-wrap text-soft">{chapter.text}</p>
  }
}

function Text({ chapter }: { chapter: TextChapter }) {
  return (
    <div className="rounded-lg border border-line bg-panel px-4 py-3">
      <Markdown text={chapter.text} name={`said-${chapter.n}`} level={3} />
    </div>
  )
}

function Thought({ chapter }: { chapter: TextChapter }) {
  return (
    <details className="text-soft">
      <summary>Thought</summary>
      <p className="mt-1 border-l-2 border-line pl-3 break-words whitespace-pre-wrap">{chapter.text}</p>
    </details>
  )
}

const TOOL_STATUS: Readonly<Record<string, { tone: Tone; icon: IconName; word: string }>> = {
  pending: { tone: 'plain', icon: 'clock', word: 'waiting' },
  in_progress: { tone: 'sky', icon: 'play', word: 'under way' },
  completed: { tone: 'sprout', icon: 'check', word: 'done' },
  failed: { tone: 'rust', icon: 'cross', word: 'failed' },
}

function Tool({ chapter }: { chapter: ToolChapter }) {
  const look = TOOL_STATUS[chapter.status] ?? { tone: 'plain', icon: 'info', word: chapter.status }
  const { input, output } = chapter
  return (
    <Line icon="tools">
      <p className="flex flex-wrap items-center gap-2">
        <span className="break-words">{chapter.title}</span>
        <Badge tone={look.tone} icon={look.icon}>
          {look.word}
        </Badge>
      </p>
      {chapter.paths.length > 0 && <p className="font-mono text-xs break-all text-soft">{chapter.paths.join(', ')}</p>}
      {(input !== undefined || output !== undefined) && (
        <details className="mt-1 text-soft">
          <summary>Details</summary>
          <div className="mt-2 space-y-2">
            {input !== undefined && <CodeBlock text={input} label="input" />}
            {output !== undefined && <CodeBlock text={output} label="output" />}
          </div>
        </details>
      )}
    </Line>
  )
}

function Plan({ chapter }: { chapter: PlanChapter }) {
  return (
    <section aria-label="Plan" className="rounded-lg border border-line bg-sunk px-4 py-3">
      <p className="mb-1.5 font-medium">Plan</p>
      <ul className="space-y-1">
        {chapter.entries.map(({ content, status }) => (
          <li key={content} className="flex items-start gap-2">
            <Icon name={TOOL_STATUS[status]?.icon ?? 'clock'} className="mt-0.5 text-soft" />
            <span className={status === 'completed' ? 'text-soft line-through' : ''}>{content}</span>
            <span className="sr-only">{status}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SAID: Readonly<Record<string, string>> = {
  ask: 'waits for an answer',
  allow: 'allowed',
  always: 'always allowed',
  deny: 'denied',
  never: 'always denied',
}

function Question({ chapter }: { chapter: PermissionChapter }) {
  const answered = chapter.answer !== 'ask'
  return (
    <Line icon="info">
      <p className="break-words">
        Asked to {chapter.tool}: {chapter.title}
      </p>
      <p className="text-xs text-soft">
        {SAID[chapter.answer] ?? chapter.answer}
        {answered && chapter.by !== '' && ` by ${chapter.by === 'person' ? 'a person' : `the ${chapter.by}`}`}
      </p>
    </Line>
  )
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5">
      <Icon name={icon} size={18} className="mt-0.5 text-faint" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
