import type { FaultLab } from '../fault-lab.ts'
import { call, done } from '../orders.ts'
import type { Write } from '../writes.ts'

/** With the clock and the dice of a lab: the first backup. */
const FIRST = '20260102-101500-777'

export const backupWrites: readonly Write[] = [
  {
    name: 'backup.create',
    prepare: begun,
    order: call('backup.create', {}),
    unlogged: true,
  },
  {
    name: 'backup.restore',
    prepare: async lab => {
      await begun(lab)
      await done(lab, call('backup.create', {}, 'kept'))
      await done(lab, call('config.set', { key: 'project.name', value: 'later' }, 'later'))
      await done(lab, call('change.cancel', { id: 'login-redirect' }, 'cancelled'))
    },
    order: call('backup.restore', { backup: FIRST, part: ['documents'] }),
  },
]

async function begun(lab: FaultLab): Promise<void> {
  await done(lab, call('change.start', { type: 'fix', size: 'small', description: 'Login redirect' }, 'begun'))
}
