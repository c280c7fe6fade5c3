import { shell } from '../operation/shell.ts'
import type { ObservationView, ProjectView } from './model.ts'
import type { Observation, Relation, Saved } from './port.ts'
import { type DetailLevel, excerpt } from './text/budget.ts'

export function viewObservation(observation: Observation, level: DetailLevel = 'full'): ObservationView {
  const { fields: _, uid: ___, content, created_at, updated_at, last_seen_at: __, ...rest } = observation
  const { namespace, topic_key, expires_at, review_after, deleted_at, ...plain } = rest
  return {
    ...plain,
    ...(level !== 'summary' && { content: excerpt(content, level) }),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    ...(namespace !== undefined && { namespace }),
    ...(topic_key !== undefined && { topic_key }),
    ...(expires_at !== undefined && { expires_at: iso(expires_at) }),
    ...(review_after !== undefined && { review_after: iso(review_after) }),
    ...(deleted_at !== undefined && { deleted_at: iso(deleted_at) }),
  }
}

export function viewRelation({ at, note, ...relation }: Relation) {
  return { ...relation, at: iso(at), ...(note !== undefined && { note }) }
}

export function renderObservation({
  id,
  type,
  title,
  content,
  project,
  topic_key,
  updated_at,
}: ObservationView): string {
  const facts = [project, ...(topic_key === undefined ? [] : [topic_key]), updated_at.slice(0, 10)].join(' | ')
  return [`**#${id}** ${title} (${type})`, `  ${facts}`, ...(content === undefined ? [] : ['', content])].join('\n')
}

export function viewProject({ name, resolved_by, message }: ProjectView): ProjectView {
  return { name, resolved_by, ...(message !== undefined && { message }) }
}

/** The line that says it, where there is something to say. */
export function messageOf({ message }: ProjectView): string[] {
  return message === undefined ? [] : [message]
}

/** Two titles that would have shared a key: who has it, and where this one is. */
export function sayOther({ topic_key }: Pick<Observation, 'topic_key'>, other: Saved['other']): string[] {
  if (other === undefined) return []
  return [
    `\`${other.topic_key}\` belongs to #${other.id} "${other.title}"; this one has the topic key \`${topic_key}\`. To update that one: \`${shell`furrow memory update ${other.id}`}\`.`,
  ]
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}

export function time(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Date.parse(text)
}

export function footer({
  left_out,
  next,
  tokens,
}: {
  left_out: number
  next?: string | undefined
  tokens: number
}): string[] {
  return [
    ...(left_out > 0 ? [`${left_out} more did not fit into the budget.`] : []),
    ...(next === undefined ? [] : [`More: \`--cursor ${next}\`.`]),
    `About ${tokens} tokens.`,
  ]
}
