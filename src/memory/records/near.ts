import { shell } from '../../operation/shell.ts'
import type { SavedView } from '../model.ts'
import type { Memory, Observation } from '../port.ts'
import { nearnessOf, titleTerms } from '../text/near-notes.ts'

const LOOKED_AT = 10
const MOST_SHOWN = 3

/** Records of the same subject that a new one may repeat or contradict. Nothing is done about them here. */
export async function nearTo(
  memory: Memory,
  record: Observation,
  projects: readonly string[],
): Promise<SavedView['near']> {
  const terms = [...titleTerms(record.title)]
  if (terms.length === 0) return []
  const found = await memory.titled(terms, { projects, type: record.type }, LOOKED_AT)
  return found
    .filter(({ id, scope, topic_key }) => id !== record.id && scope === record.scope && !isStage(topic_key))
    .flatMap(other => {
      const why = nearnessOf(record, other)
      return why === undefined ? [] : [{ id: other.id, title: other.title, why }]
    })
    .slice(0, MOST_SHOWN)
}

/** What the pipelines keep up to date themselves. */
function isStage(topic_key: string | undefined): boolean {
  return topic_key !== undefined && /^(?:change|sdd|session|progress)\//.test(topic_key)
}

export function sayNear(id: number, near: SavedView['near']): string[] {
  return near.flatMap(other => [
    `${other.why === 'says the same' ? 'May repeat' : 'May contradict'} #${other.id} "${other.title}" (${other.why}). To keep both, do nothing.`,
    `- replaces it: \`${shell`furrow memory relate ${id} ${other.id} --relation-type supersedes`}\``,
    `- keeps only this one: \`${shell`furrow memory compact --compact-ids ${other.id} --into ${id}`}\``,
  ])
}
