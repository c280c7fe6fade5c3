import { shell } from '../shared/shell/shell.ts'
import type { MemoryProjectView, ObservationView } from './model.ts'
import type { Observation, Relation, SavedRecord } from './port.ts'
import { type DetailLevel, excerpt } from './text/budget.ts'

export function viewObservation(observation: Observation, level: DetailLevel = 'full'): ObservationView {
  const { fields: _, uid: ___, content, created_at, updated_at, last_seen_at: __, ...rest } = observation
  const { namespace, topic_key, expires_at, review_after, valid_from, valid_until, files, deleted_at, ...plain } = rest
  return {
    ...plain,
    ...(level !== 'summary' && { content: excerpt(content, level) }),
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
    ...(namespace !== undefined && { namespace }),
    ...(topic_key !== undefined && { topic_key }),
    ...(expires_at !== undefined && { expires_at: isoTime(expires_at) }),
    ...(review_after !== undefined && { review_after: isoTime(review_after) }),
    ...(valid_from !== undefined && { valid_from: isoTime(valid_from) }),
    ...(valid_until !== undefined && { valid_until: isoTime(valid_until) }),
    ...(files !== undefined && { files: files.map(file => ({ ...file })) }),
    ...(deleted_at !== undefined && { deleted_at: isoTime(deleted_at) }),
  }
}

/** What was just written its writer knows; of a long text the beginning is enough. */
export function viewWritten(observation: Observation): ObservationView {
  return viewObservation(observation, observation.content.length > LONG ? 'standard' : 'full')
}

const LONG = 50_000

export function viewRelation({ at, note, ...relation }: Relation) {
  return { ...relation, at: isoTime(at), ...(note !== undefined && { note }) }
}

export function renderObservation({
  id,
  type,
  title,
  content,
  project,
  topic_key,
  updated_at,
  marks = [],
}: ObservationView): string {
  const facts = [project, ...(topic_key === undefined ? [] : [topic_key]), updated_at.slice(0, 10)].join(' | ')
  return [
    `**#${id}** ${title} (${type})`,
    `  ${facts}`,
    ...(marks.length === 0 ? [] : [`  ${marks.join(', ')}`]),
    ...(content === undefined ? [] : ['', content]),
  ].join('\n')
}

export function viewMemoryProject({ name, resolved_by, message, problem }: MemoryProjectView): MemoryProjectView {
  return { name, resolved_by, ...(message !== undefined && { message }), ...(problem !== undefined && { problem }) }
}

/** The line that says it, where there is something to say. */
export function messageOf({ message, problem }: MemoryProjectView): string[] {
  const damage = problem === undefined ? [] : [`${problem.message} To repair it: \`${problem.fix}\``]
  return message === undefined ? damage : [...damage, message]
}

/** Two titles that would have shared a key: who has it, and where this one is. */
export function sayOther({ topic_key }: Pick<Observation, 'topic_key'>, other: SavedRecord['other']): string[] {
  if (other === undefined) return []
  return [
    `\`${other.topic_key}\` belongs to #${other.id} "${other.title}"; this one has the topic key \`${topic_key}\`. To update that one: \`${shell`furrow memory update ${other.id}`}\`.`,
  ]
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

export function displayTime(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Date.parse(text)
}

export function recordFooter({
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
