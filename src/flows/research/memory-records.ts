import type { ReadsMemory } from '../../explorations/evidence/evidence-ports.ts'
import { memoryIn } from '../../memory/open.ts'
import type { Call } from '../../workspace/call.ts'

/** Memory as explorations cite it: the title of a personal record stays with its owner. */
export function memoryRecordsIn(call: Call): ReadsMemory {
  return async id => {
    const record = await memoryIn(call).get(id)
    if (record === undefined) return undefined
    const { content, title, scope } = record
    return { content, ...(scope === 'project' && { title }) }
  }
}
