import type { Located } from '../../operation/sarif.ts'
import { idKindOf } from '../items/items.ts'
import type { WrittenStage } from '../stages.ts'
import type { SpecSection } from '../write/texts.ts'
import type { Trace } from './model.ts'
import { gapsAsFindings } from './print.ts'

const DEFINED_IN = {
  FR: 'specify',
  NFR: 'specify',
  BR: 'business-rules',
  ADR: 'design',
  TASK: 'tasks',
} as const satisfies Record<string, WrittenStage>

/** Ids that nothing defines, once the stage that would define them is written, and tasks that wait for each other. */
export function brokenLinks({ dangling, ...trace }: Trace, parts: readonly SpecSection[]): Located[] {
  const written = new Set(parts.map(({ stage }) => stage))
  const due = dangling.filter(({ id }) => written.has(DEFINED_IN[idKindOf(id)]))
  return gapsAsFindings({ ...trace, dangling: due }).filter(({ kind }) => kind === 'dangling' || kind === 'cycle')
}
