import type { ReasonView } from '../../lifecycle/reason.ts'
import { renderNext } from '../../lifecycle/render-next.ts'
import type { OutputOf } from '../../operation/contract.ts'
import type * as contracts from '../contracts.ts'
import type { InputView, SourceView } from '../evidence/model.ts'
import type * as finalization from '../finalize/contracts.ts'
import type { ArtifactView, PlanView, ProjectView, TaskView, TransitionView } from '../model.ts'

/** After a transition the brief is the answer; a warning that it already holds is not repeated above it. */
export function renderBrief(view: ProjectView): string {
  const brief = view.brief ?? renderProject(view)
  const others = view.warnings.filter(line => !brief.includes(line))
  return [...others.map(line => `Note: ${line}`), brief].join('\n\n')
}

export function renderMove(view: OutputOf<typeof contracts.advance>): string {
  if (view.moved) return renderBrief(view)
  return [`Current state: ${view.state}`, '', ...waysLines(view.ways ?? [])].join('\n')
}

function waysLines(ways: readonly TransitionView[]): string[] {
  if (ways.length === 0) return ['No transitions lead on from here.']
  return ways.flatMap(({ event, to, summary, command, blocked, reasons }) => [
    `- **${event}** to ${to}${blocked ? ' [BLOCKED]' : ''}: ${summary} \`${command}\``,
    ...reasons.map(reason => `  ${reasonLine(reason)}`),
  ])
}

/** What is wrong, which ids it is about where the words do not say it, and the command that helps. */
export function reasonLine({ message, ids = [], fix }: ReasonView): string {
  const unnamed = ids.length > 1 && ids.some(id => !message.includes(id)) ? ` (${ids.join(', ')})` : ''
  return `- ${oneLine(message)}${unnamed}${fix === undefined ? '' : ` \`${fix}\``}`
}

export function renderFinish(view: OutputOf<typeof finalization.finish>): string {
  const { name, state, done, blocked, reasons, person, pull_request: link, next, warnings = [] } = view
  const others = reasons.filter(
    ({ code, message }) => person === undefined || (!APPROVALS.includes(code) && message !== person.says),
  )
  return [
    ...done.map(line => `- ${oneLine(line)}`),
    ...(done.length === 0 ? [] : ['']),
    blocked ? `**${name} is in ${state}.** Before it can go on:` : `**${name} is finished.**`,
    ...(blocked ? ['', ...others.map(reasonLine)] : []),
    ...(person === undefined ? [] : [`- ${oneLine(person.says)} \`${person.command}\``]),
    ...(person?.address === undefined ? [] : [`- or on the page ${person.address}`]),
    ...warnings.map(line => `- Note: ${line}`),
    ...(link === undefined ? [] : ['', `Pull request: ${link}`]),
    ...(blocked && person === undefined ? ['', renderNext(next)] : []),
    ...(blocked && person !== undefined ? ['', 'Then: `furrow explore finish`'] : []),
  ].join('\n')
}

/** What the sentence for the person says already. */
const APPROVALS: readonly string[] = ['artifacts_unapproved', 'not_approved', 'approval_void', 'approval_unlogged']

export function renderProject(view: ProjectView): string {
  const { name, type, state, title, purpose, branch, description, tasks, artifacts, steps, warnings, next } = view
  return [
    `# ${name}`,
    '',
    `**${state}** (${title}) of ${type} on ${branch}`,
    '',
    ...(description === '' ? [] : [description, '']),
    purpose,
    ...section(
      'Inputs',
      view.inputs.map(({ path, standing }) => `- ${path}${standing === 'holds' ? '' : ` (${standing})`}`),
    ),
    ...section(`Feedback on iteration ${view.iteration - 1}`, feedbackLines(view)),
    ...section(view.words.heading, tasks.map(taskLine)),
    ...section('Artifacts', artifacts.map(artifactLine)),
    ...section('Open questions', openQuestions(view)),
    ...section('Finalization', steps.map(taskLine)),
    ...section('Problems', view.problems.map(reasonLine)),
    ...section('Ways on', waysLines(view.transitions)),
    ...section(
      'Warnings',
      warnings.map(line => `- ${line}`),
    ),
    '',
    renderNext(next),
  ].join('\n')
}

function feedbackLines({ feedback }: ProjectView): string[] {
  return feedback
    .slice(-1)
    .map(({ text, by, path }) => `- ${oneLine(text)} (${by}${path === undefined ? '' : `, ${path}`})`)
}

function openQuestions({ notes }: ProjectView): string[] {
  return notes.flatMap(({ id, kind, text, answer }) =>
    kind === 'question' && answer === undefined ? [`- [${id}] ${oneLine(text)}`] : [],
  )
}

export function renderTask({ task, others = [], project }: Changed<'task', TaskView>): string {
  const lines = [task, ...others].map(each => taskText(each, project.words.refs))
  const notes = project.warnings.filter(line => line.startsWith(`${task.id} (`)).map(line => `- Note: ${line}`)
  return [...lines, ...notes, '', renderNext(project.next)].join('\n')
}

/** What a call made or changed, with the others that it made along with it. */
type Changed<Key extends string, View> = { readonly [key in Key]: View } & {
  readonly others?: readonly View[] | undefined
  readonly project: ProjectView
}

export function taskText(task: TaskView, called = 'Files'): string {
  const { question, scope, outcome, confidence, would_change, reason, refs, metadata = {}, result } = task
  const before = { 'depends on': task.depends_on?.join(', ') }
  const texts = { question, scope, ...before, outcome, confidence, 'would change it': would_change, reason, result }
  const cited = task.sources?.join(', ')
  const facts = { ...texts, sources: cited, [called.toLowerCase()]: refs.join(', ') || undefined, ...metadata }
  return [
    taskLine(task).replace(/^- /, ''),
    ...Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [`- ${key}: ${value}`])),
  ].join('\n')
}

export function taskLine({ id, name, status, result, reason, waits_for: waiting = [] }: TaskView): string {
  const more = result ?? (status === 'skipped' || status === 'abandoned' ? (reason ?? 'no reason given') : undefined)
  const is = waiting.length === 0 ? status : `${status}, waits for ${waiting.join(', ')}`
  return `- [${id}] ${name} (${is})${more === undefined ? '' : `: ${oneLine(more)}`}`
}

export function renderCited({ source, project }: { source: SourceView; project: ProjectView }): string {
  const { id, source: typed, standing } = source
  return [`[${id}] ${typed} (${standing})`, '', renderNext(project.next)].join('\n')
}

export function renderAttached({ input, project }: { input: InputView; project: ProjectView }): string {
  const { id, path, title } = input
  return [`[${id}] ${path}${title === undefined ? '' : `: ${title}`}`, '', renderNext(project.next)].join('\n')
}

export function renderArtifact({ artifact, others = [], project }: Changed<'artifact', ArtifactView>): string {
  const lines = [artifact, ...others].map(each => artifactLine(each).replace(/^- /, ''))
  return [...lines, '', renderNext(project.next)].join('\n')
}

const STANDINGS: Readonly<Record<ArtifactView['standing'], string>> = {
  none: 'waits for approval',
  approved: 'approved',
  void: 'edited after it was approved',
  unlogged: 'approved, but not in the log of this machine',
  unwritten: 'not written yet',
  rejected: 'rejected',
  missing: 'gone',
}

const VERDICT_WORDS = { pass: 'passed', fail: 'failed' } as const

export function artifactLine({
  path,
  kind,
  standing,
  needs_approval,
  approval,
  rejection,
  tasks,
}: ArtifactView): string {
  const by = standing === 'approved' && approval !== undefined ? ` by ${approval.by}` : ''
  const note = standing === 'rejected' && rejection?.note !== undefined ? `: ${oneLine(rejection.note)}` : ''
  const verdict = standing === 'approved' ? approval?.verdict : undefined
  const word = verdict === undefined ? STANDINGS[standing] : VERDICT_WORDS[verdict]
  const says = needs_approval || standing === 'missing' ? `, ${word}${by}${note}` : ''
  return `- ${path} (${kind}${says})${tasks.length === 0 ? '' : ` [${tasks.join(', ')}]`}`
}

export function renderPlan({
  target,
  files,
  steps,
  programs,
  warnings,
  reasons,
  next,
  pull_request,
}: PlanView): string {
  return [
    ...(target === '' ? [] : [`Publish to **${target}**`, '']),
    ...files.map(({ from, to }) => `- ${from} becomes ${to}`),
    ...section('Steps', steps.map(taskLine)),
    ...section(
      'Commit and push',
      programs.map(line => `- ${oneLine(line)}`),
    ),
    ...section('In the way', reasons.map(reasonLine)),
    ...section(
      'Warnings',
      warnings.map(line => `- ${line}`),
    ),
    ...(pull_request === undefined ? [] : ['', `Pull request: ${pull_request}`]),
    '',
    renderNext(next),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, ...lines]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
