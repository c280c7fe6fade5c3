import type { Lab } from '../lab.ts'
import { TEXTS } from '../support/spec-texts.ts'
import { specifiedTo } from '../support/specified.ts'

/** A specification that is done but for what a later edit made stale, with two rounds of questions. */
export async function makeSpec(lab: Lab): Promise<void> {
  await specifiedTo(lab, 'clarify')
  const evidence = { edge_cases: 'FR-001', security: '"nothing leaves the device"' }
  const first = 'edge_cases:40,security:30,target_users:60,core_functionality:70'
  await lab.call('spec.clarify', { answers: 'Offline? Yes.', dimension_scores: first, evidence })
  await lab.call('spec.clarify', { ...TEXTS.clarify, evidence })
  await lab.call('spec.design', TEXTS.design)
  await lab.call('spec.tasks', TEXTS.tasks)
  await lab.call('spec.validate', TEXTS.validate)
  lab.write('sdd/design.md', `${lab.read('sdd/design.md')}\nA line by hand, TBD.\n`)
}

export const SPEC_PAGES = {
  specs: '/specs',
  'specs-text': '/specs?stage=specify',
  'specs-gate': '/specs?view=gate',
  'specs-trace': '/specs?view=trace',
  'specs-findings': '/specs?view=findings',
} as const
