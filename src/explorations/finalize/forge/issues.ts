import { readInside } from '../../../store/files/safe-open.ts'
import type { Call } from '../../../workspace/call.ts'
import type { ProjectTask, PublicationPlan } from '../../model.ts'
import { type LoadedProject, PROJECT } from '../../record/project-files.ts'
import { topicsOf } from '../../record/project-parts.ts'
import { requirePlan, type StepResult, skipped } from '../step.ts'
import type { Issue } from './forge.ts'
import { issueMark } from './mark.ts'
import { placeToOpen } from './pull-request.ts'

/** Opens the issue of one task, or finds the one that an earlier attempt opened. */
export async function openIssue(call: Call, held: LoadedProject, step: ProjectTask): Promise<StepResult> {
  const place = await placeToOpen(call, held)
  if (typeof place === 'string') return skipped(place)
  const found = await openedIssue(call, held, step)
  if (typeof found !== 'string') return found
  const task = topicsOf(held.type, held.state).find(({ id }) => id === step.task)
  if (task === undefined) return skipped(found)
  return issueDone(held, task, await place.forge.openIssue(issueFor(call, held, task)))
}

/** The issue of a task, where an earlier attempt or somebody by hand opened it with its mark. */
export async function openedIssue(
  call: Call,
  held: LoadedProject,
  step: ProjectTask,
): Promise<Extract<StepResult, { status: 'completed' }> | string> {
  const place = await placeToOpen(call, held)
  if (typeof place === 'string') return place
  const task = topicsOf(held.type, held.state).find(({ id }) => id === step.task)
  if (task === undefined) return `there is no ${held.type.task} ${step.task}`
  const found = await place.forge.findIssue(issueMark(held, task.id), held.state.project.created_at)
  return found === undefined ? `no issue carries ${issueMark(held, task.id)}` : issueDone(held, task, found)
}

export function notedIssue({ issues = [] }: PublicationPlan, step: ProjectTask) {
  return issues.find(({ task }) => task === step.task)
}

function issueDone(
  held: LoadedProject,
  { id }: ProjectTask,
  { number, url }: Issue,
): Extract<StepResult, { status: 'completed' }> {
  const { issues = [] } = requirePlan(held)
  const others = issues.filter(({ task }) => task !== id)
  return { status: 'completed', result: url, plan: { issues: [...others, { task: id, number, url }] } }
}

/** What a forge takes of a text; the document itself is whole in the repository. */
const LONGEST = 60_000

function issueFor(call: Call, held: LoadedProject, task: ProjectTask): { title: string; body: string } {
  const plan = requirePlan(held)
  const published = plan.published.filter(({ from }) => task.refs.some(ref => from === `${PROJECT}/${ref}`))
  const texts = published.map(({ path }) => withoutTitle(readInside(call.workspace.root, path)?.toString('utf8') ?? ''))
  const links = published.map(({ path }) => `[${path}](../blob/${plan.commit ?? 'HEAD'}/${encodeURI(path)})`)
  const text = texts.join('\n\n')
  const lines = [
    text.length > LONGEST ? `${text.slice(0, LONGEST)}\n\n(The rest is in the specification.)` : text,
    '',
    ...dependencyLines(held, task),
    `Part of: ${held.state.project.description.replace(/\s+/g, ' ')}`,
    ...(links.length === 0 ? [] : ['', `From ${links.join(', ')}`]),
    '',
    issueMark(held, task.id),
  ]
  return { title: task.name.slice(0, 200), body: lines.join('\n') }
}

/** The issue has a title of its own. */
function withoutTitle(text: string): string {
  return text.replace(/^# .+\n+/, '').trim()
}

/** Those that come first were opened first, so their numbers are known. */
function dependencyLines({ type, state }: LoadedProject, { depends_on = [] }: ProjectTask): string[] {
  const { issues = [] } = state.plan ?? {}
  const lines = depends_on.map(id => {
    const number = issues.find(({ task }) => task === id)?.number
    const name = topicsOf(type, state).find(task => task.id === id)?.name ?? id
    return number === undefined ? `- ${name}` : `- #${number} ${name}`
  })
  return lines.length === 0 ? [] : ['Depends on:', '', ...lines, '']
}
