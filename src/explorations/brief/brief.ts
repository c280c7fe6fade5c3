import { isRefused } from '../../operation/errors.ts'
import { threadLines } from '../../reviews/render-reviews.ts'
import type { Call } from '../../workspace/call.ts'
import { sourceLine } from '../evidence/collect.ts'
import type { ArtifactView, ProjectView, TaskView } from '../model.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { onwardOf } from '../show/next-of-project.ts'
import { reasonLine } from '../show/render-project.ts'
import { counted, titled, withArticle } from '../show/words.ts'
import { nextLines } from './brief-next.ts'
import { type BriefSource, briefSource } from './brief-source.ts'
import { type BriefLimits, WHOLE, withinTokens } from './trim.ts'

export interface Brief {
  readonly text: string
  readonly tokens: number
}

/** The brief for whoever goes on without having seen anything; the oldest detail is left out first. */
export async function briefFor(
  call: Call,
  held: LoadedProject,
  { root = call.workspace.root, maxTokens }: { root?: string; maxTokens?: number | undefined } = {},
): Promise<Brief> {
  const source = await briefSource(call, held, root)
  return withinTokens(source, kept => briefText(source, kept), maxTokens)
}

/** After a transition: a brief that cannot be made is said so, and never undoes what was done. */
export async function briefAfter(call: Call, held: LoadedProject): Promise<string> {
  try {
    return (await briefFor(call, held)).text
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!isRefused(error) && !(error instanceof Error)) throw error
    return `The brief could not be made: ${message} \`furrow agent prompt\``
  }
}

/** Pure: the same source gives the same text. */
export function briefText(source: BriefSource, kept: BriefLimits = WHOLE): string {
  const { view, type, git } = source
  const parts = [
    headerLines(source),
    [`## Current State: ${view.title}`, '', view.purpose, ...(kept.guide && source.guide ? ['', source.guide] : [])],
    feedbackLines(view),
    inputLines(source),
    topicLines(source, kept),
    findingLines(view, kept),
    sourceLines(source, kept),
    conclusionLines(source),
    documentLines(source),
    threadLines(source.reviews),
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
    ...(description === '' ? [] : [`- ${view.words.description}: ${description}`]),
    `- State: ${state} (${phases.map(phase => `${phase.name} ${phase.status}`).join(', ')})`,
    ...(view.iteration > 1 ? [`- Iteration: ${view.iteration}`] : []),
    `- Files: ${path}/`,
  ]
}

const COUNTED = [
  ['Pending', 'pending'],
  ['In Progress', 'in_progress'],
  ['Completed', 'completed'],
  ['Abandoned', 'abandoned'],
] as const

function topicLines({ view, type, command }: BriefSource, { topics }: BriefLimits): string[] {
  const title = `## ${view.words.heading}`
  const { tasks: several } = view.words
  if (view.tasks.length === 0)
    return view.terminal || type.states[view.state]?.allows?.includes('task.create') !== true
      ? []
      : [
          title,
          '',
          `No ${several} identified yet. Start by creating one:`,
          '',
          `- \`${command('exploration.task_create', { name: `<${type.task} name>` })}\``,
        ]
  const shortened = view.tasks.filter(({ status }) => status === 'completed' || status === 'abandoned').slice(0, topics)
  return [
    title,
    '',
    `Total: ${counted(view.tasks.length, type.task)}`,
    ...COUNTED.map(([word, status]) => `- ${word}: ${view.tasks.filter(task => task.status === status).length}`),
    '',
    `### ${titled(several)}:`,
    '',
    ...view.tasks.flatMap(task => topicLine(task, { short: shortened.includes(task), refs: view.words.refs })),
  ]
}

function topicLine(task: TaskView, { short, refs: called }: { short: boolean; refs: string }): string[] {
  const { id, name, status, question, scope, outcome, reason, refs, depends_on = [], waits_for: waiting = [] } = task
  const why = status === 'abandoned' ? `: ${reason ?? 'no reason given'}` : ''
  return [
    `- [${id}] ${name} (${status})${why}`,
    ...(short
      ? []
      : [
          ...(question === undefined ? [] : [`  - Question: ${flat(question)}`]),
          ...(scope === undefined ? [] : [`  - Scope: ${flat(scope)}`]),
          ...(depends_on.length === 0 ? [] : [`  - Depends on: ${depends_on.join(', ')}${waitLine(waiting)}`]),
          ...(outcome === undefined ? [] : [`  - Outcome: ${flat(outcome)}${sureness(task)}`]),
          ...(refs.length === 0 ? [] : [`  - ${called}: ${refs.join(', ')}`]),
        ]),
  ]
}

function waitLine(waiting: readonly string[]): string {
  return waiting.length === 0 ? '' : ` (waits for ${waiting.join(', ')})`
}

/** What earlier rounds left to this one, the last one first. */
function feedbackLines({ feedback }: ProjectView): string[] {
  return feedback
    .toReversed()
    .flatMap(({ iteration, text, by, path }, index) => [
      ...(index === 0 ? [] : ['']),
      `## Feedback On Iteration ${iteration}`,
      '',
      `- ${flat(text)} (${by})`,
      ...(path === undefined ? [] : [`- The review: ${path}`]),
    ])
}

function findingLines({ artifacts, words }: ProjectView, { findings }: BriefLimits): string[] {
  const plain = artifacts.filter(({ needs_approval }) => !needs_approval)
  if (plain.length === 0) return []
  const shown = plain.slice(findings)
  return [
    `## ${words.material}`,
    '',
    ...(findings === 0 ? [] : [`(${Math.min(findings, plain.length)} older left out; \`furrow agent artifact list\`)`]),
    ...shown.map(
      ({ path, abstract, tasks }) =>
        `- ${path}${tasks.length === 0 ? '' : ` [${tasks.join(', ')}]`}${abstract === undefined ? '' : `: ${abstract}`}`,
    ),
  ]
}

function sureness({ confidence, would_change }: Pick<TaskView, 'confidence' | 'would_change'>): string {
  const sure = confidence === undefined ? '' : ` (confidence: ${confidence})`
  return would_change === undefined ? sure : `${sure} Would change it: ${flat(would_change)}`
}

function inputLines({ evidence: { inputs } }: BriefSource): string[] {
  if (inputs.length === 0) return []
  return [
    '## Input Documents',
    '',
    ...inputs.map(({ path, title, note, standing }) => {
      const named = title === undefined ? path : `${path}: ${title}`
      return `- ${named}${standing === 'holds' ? '' : ` (${standing} since it was attached)`}${note === undefined ? '' : `. ${flat(note)}`}`
    }),
  ]
}

/** Older ones are left out with the oldest findings. */
function sourceLines({ evidence: { sources } }: BriefSource, { findings }: BriefLimits): string[] {
  if (sources.length === 0) return []
  return [
    '## Sources',
    '',
    ...(findings === 0 ? [] : ['(older ones left out; `furrow explore check`)']),
    ...sources.slice(findings).map(source => {
      const { standing, says } = source
      const odd =
        standing === 'holds' || standing === 'unchecked' ? '' : ` (${standing}${says === undefined ? '' : `: ${says}`})`
      return `${sourceLine(source)}${odd}`
    }),
  ]
}

/** What was concluded across topics; the outcomes stand with their topics. */
function conclusionLines({ evidence: { conclusions } }: BriefSource): string[] {
  const across = conclusions.filter(({ id }) => id.startsWith('c'))
  if (across.length === 0) return []
  return ['## Conclusions', '', ...across.map(each => `- [${each.id}] ${flat(each.text)}${sureness(each)}`)]
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

/** The documents that a person approves, kind by kind; the one that is written here is named before it is there. */
function documentLines({ view, type }: BriefSource): string[] {
  const [here] = type.states[view.state]?.adds ?? []
  const kinds = Object.keys(type.kinds).filter(kind => type.kinds[kind]?.needs_approval === true)
  return kinds.flatMap(kind => {
    const documents = view.artifacts.filter(artifact => artifact.kind === kind)
    if (documents.length === 0 && here !== kind) return []
    const title = `## ${titled(kind)} Artifacts`
    if (documents.length === 0) return [title, '', `No ${kind} documents created yet.`, '']
    return [
      title,
      '',
      `Total: ${documents.length} ${kind} ${documents.length === 1 ? 'document' : 'documents'}`,
      decisionsOn(documents),
      '',
      ...documents.map(documentLine),
      '',
    ]
  })
}

function decisionsOn(documents: readonly ArtifactView[]): string {
  const decided = documents.filter(({ standing }) => standing === 'approved')
  if (documents.every(({ verdict }) => verdict !== true)) return `Approved: ${decided.length}`
  const failed = decided.filter(({ approval }) => approval?.verdict === 'fail').length
  return `Passed: ${decided.length - failed}, failed: ${failed}`
}

function documentLine({ path, standing, approval, rejection }: ArtifactView): string {
  const verdict = standing === 'approved' ? approval?.verdict : undefined
  const says = verdict === undefined ? STANDINGS[standing] : VERDICT_WORDS[verdict]
  return `- ${path} (${says}${judgedBy(standing, approval?.by, rejection)})`
}

const VERDICT_WORDS = { pass: '✓ Passed', fail: 'Failed' } as const

function judgedBy(standing: string, approver: string | undefined, rejection: ArtifactView['rejection']): string {
  if (standing === 'approved' && approver !== undefined) return ` by ${approver}`
  if (standing !== 'rejected' || rejection === undefined) return ''
  return ` by ${rejection.by}${rejection.note ? `: ${flat(rejection.note)}` : ''}`
}

function outlineLines({ outline }: BriefSource, { guide }: BriefLimits): string[] {
  if (outline === undefined || !guide) return []
  return [`## Outline Of ${titled(withArticle(outline.kind))}`, '', '```markdown', outline.text.trimEnd(), '```']
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
function noteLines({ view }: BriefSource, { notes }: BriefLimits): string[] {
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

function eventLines({ events, unreadable }: BriefSource, { events: count }: BriefLimits): string[] {
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
  const onward = onwardOf(transitions)
  if (onward?.blocked !== true) return []
  return [
    '## What Blocks The Next Step',
    '',
    ...onward.reasons.map(reason => reasonLine({ ...reason, message: `to ${onward.to}: ${reason.message}` })),
  ]
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
