import type { SpecView } from '../../src/specs/model.ts'
import { TABLE, WRITTEN, type WrittenStage } from '../../src/specs/stages.ts'
import type { Lab } from '../lab.ts'
import { PROJECT, TEXTS } from './spec-texts.ts'

/** A specification at this stage: all before it are done; with nothing named, all of them. */
export async function specifiedTo(
  lab: Lab,
  stage?: WrittenStage,
  mode: 'guided' | 'expert' = 'guided',
): Promise<SpecView> {
  let view = await lab.call('spec.init', { ...PROJECT, mode })
  for (const each of WRITTEN) {
    if (each === stage) return view
    view = (await lab.call(TABLE[each].operation, TEXTS[each] as never)) as SpecView
  }
  return view
}
