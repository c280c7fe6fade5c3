import type { ProjectView } from '../model.ts'
import type { ProjectType, State } from '../types/model.ts'
import { isForward } from '../ways.ts'
import type { BriefSource, Command } from './source.ts'

/** What to do now, as commands that can be run as they stand, and what else may be done here. */
export function nextLines(source: BriefSource): string[] {
  const { view, type, command } = source
  const here = type.states[view.state]
  const lines = view.terminal ? [`${view.next.says} Run:`] : sayings(source, here)
  return [
    ...lines,
    '',
    '```bash',
    view.next.command,
    '```',
    ...others(view, here, { type, command }).map((line, index) => (index === 0 ? `\n${line}` : line)),
  ]
}

function sayings({ view, type }: BriefSource, here: State | undefined): string[] {
  const onward = view.transitions.find(way => isForward(way))
  if (onward !== undefined && !onward.blocked) return [ready(view, type, here), '', `${onward.summary} Run:`]
  const left = view.tasks.filter(({ status }) => status === 'pending' || status === 'in_progress').length
  const waiting = view.artifacts.filter(({ needs_approval, standing }) => needs_approval && standing !== 'approved')
  const kind = type.publishes?.kind ?? 'document'
  if (here?.allows?.includes('task.create') === true && left > 0)
    return [`Continue research (${left} ${type.task}s remaining). ${view.next.says}`]
  if (waiting.length > 0 && view.next.command.includes('artifact approve'))
    return [`Review and approve remaining ${waiting.length} ${kind} document(s); a person does:`]
  return [view.next.says]
}

function ready(view: ProjectView, type: ProjectType, here: State | undefined): string {
  if (here?.checklist !== undefined) return 'All finalization tasks complete!'
  const approves = here?.allows?.includes('artifact.approve') === true
  return approves
    ? `✓ All ${type.publishes?.kind ?? 'document'} documents approved!`
    : `✓ All ${view.type === 'exploration' ? 'research ' : ''}${type.task}s resolved!`
}

interface Words {
  readonly type: ProjectType
  readonly command: Command
}

function isOpen({ kind, answer }: ProjectView['notes'][number]): boolean {
  return kind === 'question' && answer === undefined
}

/** A place that no document has taken. */
function freePath({ artifacts }: ProjectView, kind: string): string {
  const wanted = ['detailed-findings.md', 'recommendations.md', 'references.md', `${kind}-${artifacts.length + 1}.md`]
  return wanted.find(path => artifacts.every(each => each.path !== path)) ?? `${kind}-${artifacts.length + 1}.md`
}

/** The other things that the state allows, each with its command. */
function others(view: ProjectView, here: State | undefined, { type, command }: Words): string[] {
  const allows = new Set(here?.allows ?? [])
  const task = view.tasks.find(({ status }) => status === 'in_progress') ?? view.tasks[0]
  const kind = type.publishes?.kind ?? 'document'
  const noun = type.task
  const rows: (readonly [boolean, string, () => string])[] = [
    [allows.has('task.create'), `Add a ${noun}`, () => command('exploration.task_create', { name: `${noun} name` })],
    [
      allows.has('task.update') && task !== undefined,
      `Give one up`,
      () => command('exploration.task_update', { id: task?.id, status: 'abandoned', reason: 'say why' }),
    ],
    [
      allows.has('artifact.add') && here?.adds?.[0] !== kind,
      'Register what you wrote',
      () =>
        command('artifact.add', { path: `${here?.adds?.[0] ?? 'notes'}s/notes.md`, ...(task && { task: task.id }) }),
    ],
    [
      allows.has('artifact.add') && here?.adds?.[0] === kind,
      `Begin another ${kind}; with several, summary.md links all of them`,
      () => command('artifact.new', { kind, path: freePath(view, kind) }),
    ],
    [
      allows.has('note'),
      'Keep a decision or an open question',
      () => command('exploration.note', { text: 'what was decided', kind: 'decision' }),
    ],
    [
      allows.has('artifact.add') && here?.adds?.[0] === kind,
      `Register a ${kind} that you wrote`,
      () => command('artifact.add', { path: 'recommendations.md' }),
    ],
    [
      view.notes.some(isOpen),
      'Answer an open question',
      () => command('exploration.note_resolve', { id: view.notes.find(isOpen)?.id, answer: 'what came of it' }),
    ],
    [allows.has('finalize'), 'See the plan', () => command('exploration.plan')],
    [!view.terminal, 'See where things stand', () => command('exploration.status')],
  ]
  const backward = view.transitions.filter(way => !isForward(way))
  return [
    ...rows.flatMap(([fits, says, typed]) => (fits ? [`- ${says}: \`${typed()}\``] : [])),
    ...backward.map(({ by, summary }) => `- ${summary} \`${command(`exploration.${by}`, { reason: 'say why' })}\``),
  ]
}
