import type { ProjectView } from '../model.ts'
import { isForward } from '../rules/ways.ts'
import { onwardOf } from '../show/next-of-project.ts'
import { counted, pluralOf, withArticle } from '../show/words.ts'
import type { ProjectType, TypeState } from '../types/model.ts'
import type { BriefSource, CommandText } from './brief-source.ts'

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

function sayings({ view, type }: BriefSource, here: TypeState | undefined): string[] {
  const onward = onwardOf(view.transitions)
  if (onward !== undefined && !onward.blocked) return [ready(view, type, here), '', `${onward.summary} Run:`]
  const left = view.tasks.filter(({ status }) => status === 'pending' || status === 'in_progress').length
  const waiting = view.artifacts.filter(({ needs_approval, standing }) => needs_approval && standing !== 'approved')
  const [kind = 'document'] = here?.adds ?? []
  const isWork = view.next.tool.name === 'exploration' && view.next.tool.arguments['action'] === 'task_update'
  if (isWork && left > 0)
    return [`${type.words?.working ?? 'Continue'} (${counted(left, type.task)} remaining). ${view.next.says}`]
  if (waiting.length > 0 && view.next.command.includes('artifact approve'))
    return [
      `${waiting.length} ${kind} ${waiting.length === 1 ? 'document waits' : 'documents wait'} for a person, who reads and approves:`,
    ]
  return [view.next.says]
}

function ready(view: ProjectView, type: ProjectType, here: TypeState | undefined): string {
  if (here?.checklist !== undefined) return 'All finalization tasks complete!'
  const [kind = ''] = here?.adds ?? []
  const approves = here?.allows?.includes('artifact.approve') === true && type.kinds[kind]?.needs_approval === true
  if (!approves) return `✓ All ${view.words.heading.toLowerCase()} resolved!`
  return type.kinds[kind]?.verdict === true ? `✓ The ${kind} has its verdict!` : `✓ All ${kind} documents approved!`
}

interface CommandContext {
  readonly type: ProjectType
  readonly command: CommandText
}

function isOpen({ kind, answer }: ProjectView['notes'][number]): boolean {
  return kind === 'question' && answer === undefined
}

/** A place that no document has taken. */
function freePath({ artifacts, iteration = 1 }: ProjectView, kind: string, { kinds }: ProjectType): string {
  const first = kinds[kind]?.verdict === true ? `${kind}-${iteration}.md` : `${kind}.md`
  const usual = kind === 'summary' ? ['detailed-findings.md', 'recommendations.md', 'references.md'] : [first]
  const more = artifacts.map((_, index) => `${kind}-${index + 2}.md`)
  const isFree = (path: string) => artifacts.every(each => each.path !== path)
  return [...usual, ...more].find(isFree) ?? `${kind}-${artifacts.length + 2}.md`
}

/** The other things that the state allows, each with its command. */
function others(view: ProjectView, here: TypeState | undefined, { type, command }: CommandContext): string[] {
  const allows = new Set(here?.allows ?? [])
  const task = view.tasks.find(({ status }) => status === 'in_progress') ?? view.tasks[0]
  const [kind = 'document'] = here?.adds ?? []
  const open = view.tasks.find(({ status }) => status === 'in_progress' || status === 'pending')
  const isApproved = type.kinds[kind]?.needs_approval === true
  const overview = type.publishes?.kind === kind ? type.publishes.overview : undefined
  const noun = type.task
  const rows: (readonly [boolean, string, () => string])[] = [
    [
      allows.has('task.create') && task !== undefined,
      `Add ${withArticle(noun)}`,
      () => command('exploration.task_create', { name: `<${noun} name>` }),
    ],
    [
      allows.has('task.update') && open !== undefined,
      'Give one up',
      () => command('exploration.task_update', { id: open?.id, status: 'abandoned', reason: '<why>' }),
    ],
    [
      allows.has('artifact.add') && !isApproved && task !== undefined,
      'Register what you wrote',
      () => command('artifact.add', { path: `<${pluralOf(type, kind)}/file.md>`, task: task?.id }),
    ],
    [
      allows.has('artifact.add') && isApproved,
      overview === undefined
        ? `Begin ${withArticle(kind)}`
        : `Begin another ${kind}; with several, ${overview} links all of them`,
      () => command('artifact.new', { kind, path: freePath(view, kind, type) }),
    ],
    [
      type.evidence === true && allows.has('task.update') && task !== undefined,
      'Cite a source',
      () => command('exploration.cite', { source: '<file:lines>', ...(task && { task: task.id }) }),
    ],
    [
      type.evidence === true && allows.has('artifact.add') && task !== undefined,
      'Check sources, claims and conclusions',
      () => command('exploration.check'),
    ],
    [
      allows.has('note'),
      'Keep a decision or an open question',
      () => command('exploration.note', { text: '<what was decided>', kind: 'decision' }),
    ],
    [
      allows.has('artifact.add') && isApproved,
      `Register ${withArticle(kind)} that you wrote`,
      () => command('artifact.add', { path: overview === undefined ? freePath(view, kind, type) : '<file.md>' }),
    ],
    [
      view.notes.some(isOpen),
      'Answer an open question',
      () => command('exploration.note_resolve', { id: view.notes.find(isOpen)?.id, answer: '<what came of it>' }),
    ],
    [allows.has('finalize'), 'See the plan', () => command('exploration.plan')],
  ]
  const backward = view.transitions.filter(way => !isForward(way))
  return [
    ...rows.flatMap(([fits, says, typed]) => (fits ? [`- ${says}: \`${typed()}\``] : [])),
    ...backward.map(({ by, summary }) => `- ${summary} \`${command(`exploration.${by}`, { reason: '<why>' })}\``),
  ]
}
