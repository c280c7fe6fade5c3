import type { Thread, ThreadRow, Turn } from './model.ts'

const LONGEST_TITLE = 80

/** One line of a question, cut between words. */
export function titleFrom(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_TITLE) return line
  const cut = line.slice(0, LONGEST_TITLE)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > LONGEST_TITLE / 2 ? space : LONGEST_TITLE - 1).trimEnd()}…`
}

/** What a person called it, else its first question. */
export function threadTitleOf({ title, turns }: Pick<Thread, 'title' | 'turns'>): string {
  if (title.trim() !== '') return title
  return turns[0] === undefined ? 'Untitled' : titleFrom(turns[0].question)
}

/** Never one that was used before: numbers go on from the highest. */
export function nextTurnId(turns: readonly Pick<Turn, 'id'>[]): string {
  const numbers = turns.map(({ id }) => Number(/(\d+)$/.exec(id)?.[1] ?? 0))
  return `turn-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

export function isOpenTurn({ status }: Pick<Turn, 'status'>): boolean {
  return status === 'searching' || status === 'answering'
}

export function threadRowOf(thread: Thread): ThreadRow {
  const { id, created_at, updated_at, tags, committed_to, turns, deleted_at } = thread
  return {
    id,
    title: threadTitleOf(thread),
    created_at,
    updated_at,
    tags,
    committed_to,
    turns: turns.length,
    open: turns.some(isOpenTurn),
    ...(deleted_at !== undefined && { deleted_at }),
  }
}

/** Every word is somewhere in what people wrote or read; excerpts of files do not count. */
export function threadHolds(thread: Thread, text: string): boolean {
  const said = [threadTitleOf(thread), ...thread.tags, ...thread.turns.flatMap(saidIn)]
  const all = said.join('\n').toLowerCase()
  return searchTextOf(text).every(word => all.includes(word))
}

function saidIn({ question, synthesis, way }: Turn): string[] {
  return way === 'extract' ? [question] : [question, synthesis ?? '']
}

export function searchTextOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}
