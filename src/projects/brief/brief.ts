import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import type { ArtifactView, ProjectView, TaskView } from '../model.ts'
import { reasonLine } from '../render.ts'
import type { Held } from '../shelf.ts'
import { nextLines } from './next.ts'
import { type BriefSource, briefSource } from './source.ts'
import { type Kept, WHOLE, withinTokens } from './trim.ts'

export interface Brief {
  readonly text: string
  readonly tokens: number
}

/** The brief for whoever goes on without having seen anything; the oldest detail is left out first. */
export async function briefFor(
  call: Call,
  held: Held,
  { root = call.workspace.root, maxTokens }: { root?: string; maxTokens?: number | undefined } = {},
): Promise<Brief> {
  const source = await briefSource(call, held, root)
  return withinTokens(source, kept => briefText(source, kept), maxTokens)
}

/** After a transition: a brief that cannot be made is said so, and never undoes what was done. */
export async function briefAfter(call: Call, held: Held): Promise<string> {
  try {
    return (await briefFor(call, held)).text
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!isRefused(error) && !(error instanceof Error)) throw error
    return `The brief could not be made: ${message} \`furrow agent prompt\``
  }
}

/** Pure: the same source gives the same text. */
export function briefText(source: BriefSource, kept: Kept = WHOLE): string {
  const { view, type, git } = source
  const parts = [
    headerLines(source),
    [`## Current State: ${view.title}`, '', view.purpose, ...(kept.guide && source.guide ? ['', source.guide] : [])],
    topicLines(source, kept),
    findingLines(view, kept),
    documentLines(source),
    outlineLines(source, kept),
    stepLines(view),
    noteLines(source, kept),
    eventLines(source, kept),
    ['## Git', '', ...git.map(line => `- ${line}`)],
    view.problems.length === 0 ? [] : ['## Problems', '', ...view.problems.map(reasonLine)],
    blockLines(view),
    view.warnings.length === 0 ? [] : ['## Warnings', '', ...view.warnings.map(line => `- ${line}`)],
    ['## Next Steps', '', ...nextLines({ ...source, type })],
  ]
  return `${parts
    .filter(part => part.length > 0)
    .map(part => part.join('\n').trimEnd())
    .join('\n\n')}\n`
}

function headerLines({ view, type }: BriefSource): string[] {
  const { name, branch, description, state, phases, path } = view
  return [
    `# ${type.title}: ${name}`,
    '',
    `- Branch: ${branch}`,
    ...(description === '' ? [] : [`- Question: ${description}`]),
    `- State: ${state} (${phases.map(phase => `${phase.name} ${phase.status}`).join(', ')})`,
    `- Files: ${path}/`,
  ]
}

const COUNTED = [
  ['Pending', 'pending'],
  ['In Progress', 'in_progress'],
  ['Completed', 'completed'],
  ['Abandoned', 'abandoned'],
] as const

function topicLines({ view, type, command }: BriefSource, { topics }: Kept): string[] {
  const title = `## ${type.name === 'exploration' ? 'Research Topics' : `${titled(type.task)}s`}`
  if (view.tasks.length === 0)
    return view.terminal
      ? []
      : [
          title,
          '',
          `No ${type.task}s identified yet. Start by creating one:`,
          '',
          `- \`${command('exploration.task_create', { name: `${titled(type.task)} name` })}\``,
        ]
  const shortened = view.tasks.filter(({ status }) => status === 'completed' || status === 'abandoned').slice(0, topics)
  return [
    title,
    '',
    `Total: ${view.tasks.length} ${type.task}s`,
    ...COUNTED.map(([word, status]) => `- ${word}: ${view.tasks.filter(task => task.status === status).length}`),
    '',
    `### ${titled(type.task)}s:`,
    '',
    ...view.tasks.flatMap(task => topicLine(task, shortened.includes(task))),
  ]
}

function topicLine(task: TaskView, short: boolean): string[] {
  const { id, name, status, question, scope, outcome, reason, refs } = task
  const why = status === 'abandoned' ? `: ${reason ?? 'no reason given'}` : ''
  return [
    `- [${id}] ${name} (${status})${why}`,
    ...(short
      ? []
      : [
          ...(question === undefined ? [] : [`  - Question: ${flat(question)}`]),
          ...(scope === undefined ? [] : [`  - Scope: ${flat(scope)}`]),
          ...(outcome === undefined ? [] : [`  - Outcome: ${flat(outcome)}`]),
          ...(refs.length === 0 ? [] : [`  - Findings: ${refs.join(', ')}`]),
        ]),
  ]
}

function findingLines({ artifacts }: ProjectView, { findings }: Kept): string[] {
  const plain = artifacts.filter(({ needs_approval }) => !needs_approval)
  if (plain.length === 0) return []
  const shown = plain.slice(findings)
  return [
    '## Findings',
    '',
    ...(findings === 0 ? [] : [`(${Math.min(findings, plain.length)} older left out; \`furrow agent artifact list\`)`]),
    ...shown.map(
      ({ path, abstract, tasks }) =>
        `- ${path}${tasks.length === 0 ? '' : ` [${tasks.join(', ')}]`}${abstract === undefined ? '' : `: ${abstract}`}`,
    ),
  ]
}

const STANDINGS: Readonly<Record<ArtifactView['standing'], string>> = {
  none: 'Pending approval',
  approved: '✓ Approved',
  void: 'Edited after it was approved; pending approval',
  unlogged: 'Approved, but not in the log of this machine; pending approval',
  unwritten: 'Not written yet',
  rejected: 'Rejected',
  missing: 'The file is gone',
}

function documentLines({ view, type }: BriefSource): string[] {
  const documents = view.artifacts.filter(({ needs_approval }) => needs_approval)
  const kind = type.publishes?.kind ?? 'document'
  const here = type.states[view.state]
  if (documents.length === 0 && here?.adds?.[0] !== kind) return []
  const title = `## ${titled(kind)} Artifacts`
  if (documents.length === 0) return [title, '', `No ${kind} documents created yet.`]
  return [
    title,
    '',
    `Total: ${documents.length} ${kind} document(s)`,
    `Approved: ${documents.filter(({ standing }) => standing === 'approved').length}`,
    '',
    ...documents.map(
      ({ path, standing, approval, rejection }) =>
        `- ${path} (${STANDINGS[standing]}${judgedBy(standing, approval?.by, rejection)})`,
    ),
  ]
}

function judgedBy(standing: string, approver: string | undefined, rejection: ArtifactView['rejection']): string {
  if (standing === 'approved' && approver !== undefined) return ` by ${approver}`
  if (standing !== 'rejected' || rejection === undefined) return ''
  return ` by ${rejection.by}${rejection.note ? `: ${flat(rejection.note)}` : ''}`
}

function outlineLines({ outline }: BriefSource, { guide }: Kept): string[] {
  if (outline === undefined || !guide) return []
  return ['## Outline Of A Summary', '', '```markdown', outline.trimEnd(), '```']
}

function stepLines({ steps }: ProjectView): string[] {
  if (steps.length === 0) return []
  return [
    '## Finalization Tasks',
    '',
    ...steps.map(({ id, name, status, result, reason, optional }) => {
      const mark = status === 'completed' ? '[✓]' : status === 'skipped' ? '[-]' : '[ ]'
      const more = result ?? (status === 'skipped' ? `skipped: ${reason ?? 'no reason given'}` : undefined)
      const may = optional === true && status === 'pending' ? ' (optional)' : ''
      return `${mark} ${name} [${id}]${may}${more === undefined ? '' : `: ${flat(more)}`}`
    }),
  ]
}

/** Questions that nobody answered yet, and what was decided. */
function noteLines({ view }: BriefSource, { notes }: Kept): string[] {
  const left = view.notes.slice(notes)
  const asked = view.tasks.filter(
    ({ status, question }) => question !== undefined && (status === 'pending' || status === 'in_progress'),
  )
  const questions = [
    ...asked.map(({ id, question = '' }) => `- [${id}] ${flat(question)}`),
    ...left
      .filter(({ kind, answer }) => kind === 'question' && answer === undefined)
      .map(({ id, text }) => `- [${id}] ${flat(text)}`),
  ]
  const others = (kind: string) => left.filter(note => note.kind === kind).map(({ text }) => `- ${flat(text)}`)
  return [
    ...titledList('Open Questions', questions),
    ...titledList(
      'Answered Questions',
      left.flatMap(({ text, answer }) => (answer === undefined ? [] : [`- ${flat(text)} ${flat(answer)}`])),
    ),
    ...titledList('Decisions', others('decision')),
    ...titledList('Notes', [...others('insight'), ...others('note')]),
  ]
}

function titledList(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, '']
}

function eventLines({ events, unreadable }: BriefSource, { events: count }: Kept): string[] {
  if (unreadable !== undefined) return ['## Last Events', '', `- The log cannot be read: ${unreadable}`]
  if (count === 0 || events.length === 0) return []
  return [
    '## Last Events',
    '',
    ...events.slice(-count).map(({ at, actor, summary, reason }) => {
      const when = at.slice(0, 16).replace('T', ' ')
      return `- ${when} ${actor.name ?? actor.id}: ${summary}${reason === undefined ? '' : ` (${flat(reason)})`}`
    }),
  ]
}

function blockLines({ transitions }: ProjectView): string[] {
  const blocked = transitions.filter(way => way.blocked && (way.by === 'advance' || way.by === 'complete'))
  if (blocked.length === 0) return []
  return [
    '## What Blocks The Next Step',
    '',
    ...blocked.flatMap(({ to, reasons }) =>
      reasons.map(reason => reasonLine({ ...reason, message: `to ${to}: ${reason.message}` })),
    ),
  ]
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function titled(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
