import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { slug } from '../../operation/naming.ts'
import { shell } from '../../operation/shell.ts'
import { isNamed } from '../guards.ts'
import type { ProjectState } from '../model.ts'
import { artifactsOf, kindOf, placed, topicsOf } from '../parts.ts'
import type { Held } from '../shelf.ts'
import type { ProjectType } from '../types/model.ts'
import { outlineOf } from './outline.ts'

interface Wanted {
  readonly kind: string
  readonly task?: string | undefined
}

/** Where a new document goes when nobody says: the overview first, findings by their topic. */
export function defaultPath(type: ProjectType, state: ProjectState, { kind, task }: Wanted): string {
  if (kind === type.publishes?.kind) {
    const overview = `${kind}.md`
    if (!artifactsOf(state).some(artifact => isNamed(artifact.path, overview))) return overview
    throw refuse('usage', `There is a ${overview} already; say where the other one goes.`, {
      target: 'path',
      fix: shell`furrow agent artifact new ${kind} detailed-${kind}.md`,
    })
  }
  const topic = placed(state).find(each => each.task.id === task)?.task
  const name = topic === undefined ? `${kind}-${artifactsOf(state).length + 1}` : `${topic.id}-${slug(topic.name)}`
  return `${kind}s/${name}.md`
}

/** A document to begin with, from the template of its kind. */
export function skeleton(
  held: Held,
  { kind, file, task, at }: Wanted & { readonly file: string; readonly at: string },
): string {
  const { type, state } = held
  const topic = placed(state).find(each => each.task.id === task)?.task
  const values: Readonly<Record<string, string>> = {
    title: topic?.name ?? (oneLine(state.project.description) || titleOf(state.project.name)),
    date: at.slice(0, 10),
    branch: state.project.branch,
    question: topic?.question ?? state.project.description,
    questions: questionsOf(held),
    documents: documentsOf(held, { kind, file }),
  }
  return outlineOf(type, kind).replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
}

function questionsOf({ type, state }: Held): string {
  const asked = topicsOf(type, state).filter(({ status }) => status === 'completed')
  return [state.project.description, ...asked.map(({ name, question }) => question ?? name)]
    .filter(line => line !== '')
    .map(line => `- ${line}`)
    .join('\n')
}

/** Links to the other documents, seen from this one. */
function documentsOf({ type, state }: Held, { kind, file }: { kind: string; file: string }): string {
  const others = artifactsOf(state).filter(artifact => artifact.path !== file && kindOf(type, state, artifact) === kind)
  if (others.length === 0) return '- This document stands alone.'
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
