import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from '../contracts.ts'
import { renderSpec, viewSpec } from '../show/view-spec.ts'
import { hashesIn, putSpec, readSpec } from '../spec-file.ts'
import { whyNotInit } from '../stage-rules.ts'
import { beginSpec, reinitialize } from '../transitions.ts'
import { refuseStage } from './save.ts'

export const init = implement(() => contracts.init, {
  async run(call, given) {
    if (given.description.trim() === '')
      return refuse('usage', 'description is required: say in a sentence what it is to be.', {
        target: 'description',
        fix: shell`furrow spec init --help`,
      })
    const moment = { at: new Date(call.clock.now()).toISOString(), by: call.actor.id }
    const spec = await call.store.transact(call, tx => {
      const before = readSpec(tx)
      refuseStage(whyNotInit(before))
      tx.describe(before === undefined ? `began the specification of ${given.name}` : `renamed to ${given.name}`)
      return putSpec(
        tx,
        before === undefined
          ? beginSpec(given, moment)
          : reinitialize(before, given, { hashes: hashesIn(tx), at: moment.at }),
      )
    })
    return viewSpec(filesOf(call), spec)
  },
  render: renderSpec,
})
