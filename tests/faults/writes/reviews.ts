import type { FaultLab } from '../fault-lab.ts'
import { call, done } from '../orders.ts'
import type { Write } from '../writes.ts'

const COMMENT = { path: 'notes.md', line: 2, text: 'Which two?' }
/** The first one by the clock and the dice of a lab. */
const THREAD = '20260102-101500-007'

export const reviewWrites: readonly Write[] = [
  { name: 'review.comment', prepare: written, order: call('review.comment', COMMENT) },
  { name: 'review.reply', prepare: commented, order: call('review.reply', { id: THREAD, text: 'These.' }) },
  { name: 'review.resolve', prepare: commented, order: call('review.resolve', { id: THREAD }) },
  {
    name: 'review.reopen',
    prepare: async lab => {
      await commented(lab)
      await done(lab, call('review.resolve', { id: THREAD }, 'resolved'))
    },
    order: call('review.reopen', { id: THREAD }),
  },
]

function written(lab: FaultLab): void {
  lab.write('notes.md', 'one\ntwo\nthree\n')
}

async function commented(lab: FaultLab): Promise<void> {
  written(lab)
  await done(lab, call('review.comment', COMMENT, 'earlier'))
}
