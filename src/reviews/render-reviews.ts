import { shell } from '../shared/shell/shell.ts'
import type { ReviewThread } from './model.ts'

const KINDS = { comment: '', reply: '', resolved: ' resolved it', reopened: ' reopened it' } as const

const STANDINGS: Readonly<Record<ReviewThread['standing'], string>> = {
  current: '',
  moved: '',
  outdated: ', on text that is no longer there',
  gone: ', on a document that is gone',
}

/** A thread as an agent or a terminal reads it. */
export function renderReviewThread(thread: ReviewThread): string {
  const { id, state, quote, comments } = thread
  return [
    `**${threadLocation(thread)}** (${id}, ${state}${STANDINGS[thread.standing]})`,
    ...quote.split('\n').map(line => `> ${line}`),
    '',
    ...comments.map(({ kind, by, text }) => `- ${by.name}${KINDS[kind]}${text === undefined ? '' : `: ${flat(text)}`}`),
  ].join('\n')
}

/** What is open, for whoever goes on with the work; nothing when nothing is. */
export function threadLines(threads: readonly ReviewThread[]): string[] {
  if (threads.length === 0) return []
  const [first] = threads
  return [
    '## Review Comments',
    '',
    ...threads.flatMap(thread => [renderReviewThread(thread), '']),
    `Answer each: \`${shell`furrow review reply ${first?.id ?? ''} ${'What I changed'}`}\``,
  ]
}

/** `sdd/spec.md:12`, `src/a.ts:3-5 of the run 20260102-101500-a1b` */
function threadLocation({ path, line, end_line, run, side }: ReviewThread): string {
  const lines = end_line > line ? `${line}-${end_line}` : String(line)
  const of = run === undefined ? '' : ` ${side === 'old' ? 'before' : 'after'} the run ${run}`
  return `${path}:${lines}${of}`
}

function flat(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
