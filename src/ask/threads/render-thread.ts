import { shell } from '../../shared/shell/shell.ts'
import type { Citation, Thread, ThreadProblem, ThreadRow, Turn } from './model.ts'
import { threadTitleOf } from './title.ts'

export function renderThread(thread: Thread): string {
  const { id, tags, commits, turns, origin } = thread
  const facts = [
    id,
    ...(origin === undefined ? [] : [`from ${origin}`]),
    ...(tags.length > 0 ? [tags.join(', ')] : []),
    ...commits.map(({ target }) => `made ${target}`),
  ]
  return [
    `# ${threadTitleOf(thread)}`,
    '',
    facts.join(' · '),
    ...turns.map(turn => `\n${renderTurn(turn)}`),
    ...(turns.length === 0 ? ['', `Nothing was asked yet: ${shell`furrow ask "..." --thread ${id}`}`] : []),
  ].join('\n')
}

export function renderTurn({ id, question, synthesis, sources, status, way, problem }: Turn): string {
  return [
    `## ${question.replace(/\s+/g, ' ').trim()}`,
    '',
    ...(problem === undefined ? [] : [`> ${problem}`, '']),
    ...(synthesis === null ? [WAITING[status](id)] : [synthesis]),
    ...(sources.length === 0 || way === 'extract' ? [] : ['', 'Sources:', '', ...sources.map(renderSource)]),
  ].join('\n')
}

/** `- src/login.ts:10-24` */
export function renderSource({ path, lines: [from, to] }: Pick<Citation, 'path' | 'lines'>): string {
  return `- ${path}:${from === to ? from : `${from}-${to}`}`
}

/** What the commits of a passage say about it, quoted. */
export function renderCommits({ commits = [] }: Pick<Citation, 'commits'>): string[] {
  return commits.map(({ commit, date, message }) => `Commit ${commit}, ${date}:\n${message.replace(/^/gm, '> ')}`)
}

const WAITING: Readonly<Record<Turn['status'], (turn: string) => string>> = {
  searching: () => 'Looking for the passages that matter.',
  answering: turn => `Not answered yet (${turn}).`,
  answered: () => 'There is no answer.',
  failed: () => 'There is no answer.',
}

export function renderRow({ id, title, turns, committed_to, open }: ThreadRow): string {
  const facts = [
    `${turns} question${turns === 1 ? '' : 's'}`,
    ...(open ? ['being answered'] : []),
    ...(committed_to === null ? [] : [committed_to]),
  ]
  return `- **${title}** ${id}, ${facts.join(', ')}`
}

export function renderRows({
  threads,
  errors = [],
  next,
}: {
  threads: ThreadRow[]
  errors?: ThreadProblem[] | undefined
  next?: string | undefined
}): string {
  return [
    ...(threads.length + errors.length === 0 ? ['There are no threads here. Ask something: `furrow ask "..."`'] : []),
    ...threads.map(renderRow),
    ...errors.map(({ path, message, fix }) => `- damaged: ${path}: ${message} \`${fix}\``),
    ...(next === undefined ? [] : ['', `More: ${shell`furrow ask threads --cursor ${next}`}`]),
  ].join('\n')
}
