import { TABLE, WRITTEN, type WrittenStage } from '../../../src/specs/stages.ts'
import { PROJECT, TEXTS } from '../../support/spec-texts.ts'
import type { FaultLab } from '../fault-lab.ts'
import { call, done } from '../orders.ts'
import type { Write } from '../writes.ts'

const PROPOSAL = `## Problem Statement\n\nLinks\n\n## Target Users\n\nUs\n\n## Proposed Solution\n\nThis\n\n## Success Criteria\n\nThat\n`

/** What is saved is remembered by the outbox, after the commit. */
export const specWrites: readonly Write[] = [
  { name: 'spec.init', order: call('spec.init', PROJECT) },
  ...WRITTEN.map(
    (stage): Write => ({
      name: TABLE[stage].operation,
      prepare: lab => specified(lab, stage),
      order: call(TABLE[stage].operation, TEXTS[stage]),
    }),
  ),
  {
    name: 'spec.write over a file that somebody wrote',
    prepare: async lab => {
      await specified(lab, 'propose')
      lab.write('sdd/proposal.md', '# Ours\n')
    },
    order: call('spec.write', { stage: 'propose', document: PROPOSAL, overwrite: true }),
  },
  {
    name: 'spec.reopen',
    prepare: lab => specified(lab, 'clarify'),
    order: call('spec.reopen', { stage: 'propose', reason: 'again' }),
  },
  {
    name: 'spec.confirm',
    prepare: async lab => {
      await specified(lab, 'clarify')
      await done(lab, call('spec.reopen', { stage: 'propose', reason: 'again' }, 'reopened'))
    },
    order: call('spec.confirm', { stage: 'propose' }),
  },
]

async function specified(lab: FaultLab, to: WrittenStage): Promise<void> {
  await done(lab, call('spec.init', PROJECT, 'begun'))
  for (const stage of WRITTEN.slice(0, WRITTEN.indexOf(to)))
    await done(lab, call(TABLE[stage].operation, TEXTS[stage], `before-${stage}`))
}
