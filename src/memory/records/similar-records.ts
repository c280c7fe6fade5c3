import { shell } from '../../shared/shell/shell.ts'
import type { SavedRecordView } from '../model.ts'
import type { Memory, Observation } from '../port.ts'
import { isSameSubject, nearnessTo, titleTerms } from '../text/near-notes.ts'
import { holdTogether } from './validity.ts'

const LOOKED_AT = 10
const MOST_SHOWN = 3

/** Records of the same subject that a new one may repeat or contradict. Nothing is done about them here. */
export async function similarRecords(
  memory: Memory,
  record: Observation,
  projects: readonly string[],
): Promise<SavedRecordView['near']> {
  const terms = [...titleTerms(record.title)]
  if (terms.length === 0) return []
  const near: SavedRecordView['near'] = []
  const nearness = nearnessTo(record)
  const found = await memory.titled(terms, { projects, type: record.type }, LOOKED_AT)
  for (const other of found) {
    if (near.length === MOST_SHOWN) break
    const { id, title, scope, topic_key } = other
    if (id === record.id || scope !== record.scope || isStage(topic_key)) continue
    if (!isSameSubject(record, other) || !holdTogether(record, other)) continue
    const why = nearness(other)
    if (why !== undefined) near.push({ id, title, why })
  }
  return near
}

/** What the pipelines keep up to date themselves. */
function isStage(topic_key: string | undefined): boolean {
  return topic_key !== undefined && /^(?:change|sdd|session|progress)\//.test(topic_key)
}

export function describeSimilar(id: number, near: SavedRecordView['near']): string[] {
  return near.flatMap(other => [
    `${other.why === 'says the same' ? 'May repeat' : 'May contradict'} #${other.id} "${other.title}" (${other.why}). To keep both, do nothing.`,
    `- replaces it: \`${shell`furrow memory relate ${id} ${other.id} --relation-type supersedes`}\``,
    `- keeps only this one: \`${shell`furrow memory compact --compact-ids ${other.id} --into ${id}`}\``,
  ])
}
