import type { ReasonView } from '../lifecycle/reason.ts'
import { renderNext } from '../lifecycle/render.ts'
import type { OutputOf } from '../operation/contract.ts'
import type * as contracts from './contracts.ts'
import type * as finalization from './finalize/contracts.ts'
import type { ArtifactView, PlanView, ProjectView, TaskView, TransitionView } from './model.ts'

/** After a transition the brief is the answer. */
export function renderBrief(view: ProjectView): string {
  return [...view.warnings.map(line => `Note: ${line}`), view.brief ?? renderProject(view)].join('\n\n')
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
  const { name, state, done, blocked, reasons, person, archive, pull_request: link, next } = view
  const others = person === undefined ? reasons : reasons.filter(({ code }) => !APPROVALS.includes(code))
  return [
    ...done.map(line => `- ${oneLine(line)}`),
    ...(done.length === 0 ? [] : ['']),
    blocked ? `**${name} is in ${state}.** It goes on when this is done:` : `**${name} is finished**, in ${archive}.`,
    ...(blocked ? ['', ...others.map(reasonLine)] : []),
    ...(person === undefined ? [] : [`- ${oneLine(person.says)} \`${person.command}\``]),
    ...(person?.address === undefined ? [] : [`- or on the page ${person.address}`]),
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
    ...section('Topics', tasks.map(taskLine)),
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

function openQuestions({ notes }: ProjectView): string[] {
  return notes.flatMap(({ id, kind, text, answer }) =>
    kind === 'question' && answer === undefined ? [`- [${id}] ${oneLine(text)}`] : [],
  )
}

export function renderTask({ task, project }: { task: TaskView; project: ProjectView }): string {
  return [taskText(task), '', renderNext(project.next)].join('\n')
}

export function taskText(task: TaskView): string {
  const { question, scope, outcome, reason, refs, metadata = {}, result } = task
  const facts = { question, scope, outcome, reason, result, findings: refs.join(', ') || undefined, ...metadata }
  return [
    taskLine(task).replace(/^- /, ''),
    ...Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [`- ${key}: ${value}`])),
  ].join('\n')
}

export function taskLine({ id, name, status, result, reason }: TaskView): string {
  const more = result ?? (status === 'skipped' || status === 'abandoned' ? (reason ?? 'no reason given') : undefined)
  return `- [${id}] ${name} (${status})${more === undefined ? '' : `: ${oneLine(more)}`}`
}

export function renderArtifact({ artifact, project }: { artifact: ArtifactView; project: ProjectView }): string {
  return [artifactLine(artifact).replace(/^- /, ''), '', renderNext(project.next)].join('\n')
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
  const says = needs_approval || standing === 'missing' ? `, ${STANDINGS[standing]}${by}${note}` : ''
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
    `Publish to **${target}**`,
    '',
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
