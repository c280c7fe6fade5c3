import type { Citation, Thread, Turn } from '../../ask/threads/model.ts'
import { renderSource } from '../../ask/threads/render-thread.ts'
import { threadTitleOf } from '../../ask/threads/title.ts'
import { shell } from '../../shared/shell/shell.ts'
import { fenced } from '../../store/documents/markdown/fenced.ts'

/** A card's text is read whole; what is longer stays in the thread. */
const MOST = 60_000
const MOST_ANSWER = 8000
const MOST_LINES = 12

/** What a thread knows, as the draft of a spec or the body of a card: every question, its answer, its sources. */
export function draftOf(thread: Thread, { title, why }: { title: string; why: string }): string {
  const head = [`# ${oneLine(title)}`, `> ${threadOrigin(thread)}`, '## Why', why, '## What the thread found']
  const parts = thread.turns.map(turnOf)
  const kept: string[] = []
  let room = MOST - head.join('').length
  for (const part of parts) {
    if (part.length > room) break
    kept.push(part)
    room -= part.length
  }
  const left = parts.length - kept.length
  const rest = left === 0 ? [] : [`${left} more in the thread: \`${shell`furrow ask threads show ${thread.id}`}\``]
  return `${[...head, ...kept, ...rest].join('\n\n')}\n`
}

/** The sentence by which a spec cites the thread it came from. */
export function threadOrigin(thread: Thread): string {
  const name = thread.tool_name === 'ama' ? 'AMA' : thread.tool_name
  return `Originated from ${name} thread '${oneLine(threadTitleOf(thread))}' (${thread.tool_name}/${thread.id}).`
}

function turnOf({ question, synthesis, way, sources, status }: Turn): string {
  const cited = sources.length === 0 ? [] : [`Sources:\n\n${sources.map(renderSource).join('\n')}`]
  const said = way === 'extract' || synthesis === null ? passages(sources, status) : [shortened(synthesis)]
  return [`### ${oneLine(question)}`, ...said, ...cited].join('\n\n')
}

/** Where nobody wrote an answer, the beginning of what was found. */
function passages(sources: readonly Citation[], status: Turn['status']): string[] {
  if (sources.length === 0) return [status === 'failed' ? 'The question was not answered.' : 'Nothing was found.']
  return sources.slice(0, 3).map(source => {
    const lines = source.excerpt.replace(/\s+$/, '').split('\n').slice(0, MOST_LINES)
    return `\`${renderSource(source).slice(2)}\`\n\n${fenced(lines.join('\n'))}`
  })
}

function shortened(text: string): string {
  return text.length <= MOST_ANSWER ? text.trim() : `${text.slice(0, MOST_ANSWER).trimEnd()} …`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
