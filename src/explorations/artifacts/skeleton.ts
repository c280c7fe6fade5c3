import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { slug } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { sourceLine } from '../evidence/collect.ts'
import type { ProjectState } from '../model.ts'
import type { LoadedProject } from '../record/project-files.ts'
import {
  artifactKindOf,
  artifactsOf,
  iterationOf,
  needsApproval,
  phaseTasksOf,
  topicsOf,
} from '../record/project-parts.ts'
import { isNamed } from '../rules/guards.ts'
import { plural, pluralOf } from '../show/words.ts'
import type { ProjectType } from '../types/model.ts'
import { artifactOutline } from './outline.ts'

interface SkeletonRequest {
  readonly kind: string
  readonly task?: string | undefined
}

/** Where a new document goes when nobody says: the overview first, reviews by their iteration, others by their task. */
export function defaultPath(type: ProjectType, state: ProjectState, { kind, task }: SkeletonRequest): string {
  const taken = new Set(artifactsOf(state).map(artifact => artifact.path))
  if (type.kinds[kind]?.verdict === true) return freeReview(taken, `${kind}-${iterationOf(state)}`)
  if (kind === type.publishes?.kind && (task === undefined || type.publishes.overview !== undefined)) {
    const overview = `${kind}.md`
    if (!artifactsOf(state).some(artifact => isNamed(artifact.path, overview))) return overview
    throw refuse('usage', `There is a ${overview} already; say where the other one goes.`, {
      target: 'path',
      fix: shell`furrow agent artifact new ${kind} detailed-${kind}.md`,
    })
  }
  const topic = phaseTasksOf(state).find(each => each.task.id === task)?.task
  if (topic === undefined && needsApproval(type, kind) && !taken.has(`${kind}.md`)) return `${kind}.md`
  const name = topic === undefined ? `${kind}-${artifactsOf(state).length + 1}` : `${topic.id}-${slug(topic.name)}`
  return `${pluralOf(type, kind)}/${name}.md`
}

function freeReview(taken: ReadonlySet<string>, name: string): string {
  for (let n = 1; ; n += 1) {
    const file = n === 1 ? `${name}.md` : `${name}-${n}.md`
    if (!taken.has(file)) return file
  }
}

/** A document to begin with, from the template of its kind. */
export function skeleton(
  held: LoadedProject,
  { kind, file, task, at }: SkeletonRequest & { readonly file: string; readonly at: string },
): string {
  const { type, state } = held
  const topic = phaseTasksOf(state).find(each => each.task.id === task)?.task
  const values: Readonly<Record<string, string>> = {
    title: topic?.name ?? (oneLine(state.project.description) || titleOf(state.project.name)),
    date: at.slice(0, 10),
    branch: state.project.branch,
    question: topic?.question ?? state.project.description,
    questions: questionsOf(held),
    documents: documentsOf(held, { kind, file }),
    sources: (state.sources ?? []).map(sourceLine).join('\n'),
    tasks: tasksOf(held),
    depends_on: (topic?.depends_on ?? []).join(', ') || 'nothing',
    iteration: String(iterationOf(state)),
    feedback: feedbackOf(held),
  }
  const outline = state.sources?.length ? artifactOutline(type, kind) : withoutSources(artifactOutline(type, kind))
  return outline.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
}

/** Where nothing was cited there is nothing to list. */
function withoutSources(outline: string): string {
  return outline.replace(/\n## Sources\n\n\{\{sources\}\}\n/, '')
}

function questionsOf({ type, state }: LoadedProject): string {
  const asked = topicsOf(type, state).filter(({ status }) => status === 'completed')
  return [state.project.description, ...asked.map(({ name, question }) => question ?? name)]
    .filter(line => line !== '')
    .map(line => `- ${line}`)
    .join('\n')
}

function tasksOf({ type, state }: LoadedProject): string {
  const lines = topicsOf(type, state).map(({ id, name, status }) => `- ${id} ${name} (${status})`)
  return lines.length === 0 ? `- There are no ${plural(type.task)} yet.` : lines.join('\n')
}

/** What the last iteration left to this one. */
function feedbackOf({ state }: LoadedProject): string {
  const last = state.feedback?.at(-1)
  return last === undefined ? '- This is the first iteration.' : `- ${oneLine(last.text)}`
}

/** Links to the other documents, seen from this one. */
function documentsOf({ type, state }: LoadedProject, { kind, file }: { kind: string; file: string }): string {
  const others = artifactsOf(state).filter(
    artifact => artifact.path !== file && artifactKindOf(type, state, artifact) === kind,
  )
  if (others.length === 0) return '- This is the only document.'
  return others
    .map(({ path: at }) => {
      const link = path.posix.relative(path.posix.dirname(file), at)
      return `- **[${titleOf(path.posix.basename(at).replace(/\.\w+$/, ''))}](${link})**`
    })
    .join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function titleOf(name: string): string {
  return name
    .split(/[-_]+/)
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}
