import { fenced } from '../../store/documents/markdown/fenced.ts'
import { guideText } from '../../workspace/guides/text.ts'
import type { Citation, Thread, Turn } from '../threads/model.ts'
import { renderCommits, renderSource } from '../threads/render-thread.ts'

/** As much of the conversation before as a question needs, the newest part of it. */
const MOST_HISTORY = 12_000
const MOST_PASSAGE = 8000

/** What an agent that was launched for this question is told. */
export async function promptFor(thread: Thread, turn: Turn): Promise<string> {
  const before = thread.turns.slice(
    0,
    thread.turns.findIndex(({ id }) => id === turn.id),
  )
  return [
    (await guideText({ file: 'blocks/ask-client.md' })).trim(),
    ...(before.length === 0 ? [] : ['# What was said before', historyOf(before)]),
    '# The question',
    turn.question.trim(),
    '# The passages',
    ...(turn.sources.length === 0 ? ['None was found. Look in the files yourself.'] : turn.sources.map(promptPassage)),
  ].join('\n\n')
}

/** What a client that answers its own question is told. */
export async function instructionsFor(thread: string, turn: string): Promise<string> {
  const [how, where] = await Promise.all([
    guideText({ file: 'blocks/ask-client.md' }),
    guideText({ file: 'blocks/ask-store.md' }),
  ])
  return `${how.trim()}\n\n${filled(where, thread, turn)}`
}

/** What whoever asks is told while the codebase is read for the first time. */
export async function laterFor(thread: string, turn: string): Promise<string> {
  return filled(await guideText({ file: 'blocks/ask-later.md' }), thread, turn)
}

function filled(text: string, thread: string, turn: string): string {
  return text.trim().replaceAll('{{thread}}', thread).replaceAll('{{turn}}', turn)
}

export function promptPassage(source: Citation): string {
  const { excerpt } = source
  const shown = excerpt.length <= MOST_PASSAGE ? excerpt : `${excerpt.slice(0, MOST_PASSAGE)}\n…`
  return [renderSource(source).slice(2), fenced(shown), ...renderCommits(source)].join('\n\n')
}

function historyOf(turns: readonly Turn[]): string {
  const said = turns.map(
    ({ question, synthesis }) => `Asked: ${question.trim()}\n\nAnswered: ${synthesis ?? 'nothing'}`,
  )
  const all = said.join('\n\n')
  return all.length <= MOST_HISTORY ? all : `…${all.slice(-MOST_HISTORY)}`
}
