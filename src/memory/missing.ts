import { refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Memory, Observation } from './port.ts'

const MOST_STEPS = 20

/** Why a record is not there: deleted, folded into another one, or never written. */
export async function missingRecord(memory: Memory, id: number) {
  const deleted = await memory.get(id, { deleted: true })
  if (deleted === undefined)
    return refuse('not_found', `There is no record ${id} in memory.`, {
      target: String(id),
      fix: shell`furrow memory context`,
    })
  const restore = shell`furrow memory delete ${id} --restore`
  const heir = await replacementOf(memory, id)
  if (heir === undefined) return refuse('not_found', `Record ${id} is deleted.`, { target: String(id), fix: restore })
  const said = heir.type === 'compaction_summary' ? 'was folded into' : 'is deleted and replaced by'
  return refuse('not_found', `Record ${id} ${said} #${heir.id} "${heir.title}". \`${restore}\` brings it back.`, {
    target: String(id),
    fix: shell`furrow memory get ${heir.id}`,
  })
}

/** The record that replaces a deleted one, also where that was replaced again. */
async function replacementOf(memory: Memory, id: number): Promise<Observation | undefined> {
  for (let at = id, step = 0; step < MOST_STEPS; step += 1) {
    const source = (await memory.relationsOf([at])).findLast(({ type, to }) => type === 'supersedes' && to === at)?.from
    if (source === undefined) return undefined
    const target = await memory.get(source)
    if (target !== undefined) return target
    at = source
  }
  return undefined
}
