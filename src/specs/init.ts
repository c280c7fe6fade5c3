import { refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/files.ts'
import * as contracts from './contracts.ts'
import { whyNotInit } from './rules.ts'
import { guard } from './save.ts'
import { hashesIn, putSpec, readSpec } from './spec-file.ts'
import { begin, renew } from './transitions.ts'
import { renderSpec, viewSpec } from './view.ts'

export const init = implement(contracts.init, {
  async run(call, given) {
    if (given.description.trim() === '')
      return refuse('usage', 'description is required: say in a sentence what it is to be.', {
        target: 'description',
        fix: shell`furrow spec init --help`,
      })
    const moment = { at: new Date(call.clock.now()).toISOString(), by: call.actor.id }
    const spec = await call.store.transact(call, tx => {
      const before = readSpec(tx)
      guard(whyNotInit(before))
      tx.describe(before === undefined ? `began the specification of ${given.name}` : `renamed to ${given.name}`)
      return putSpec(
        tx,
        before === undefined ? begin(given, moment) : renew(before, given, { hashes: hashesIn(tx), at: moment.at }),
      )
    })
    return viewSpec(filesOf(call), spec)
  },
  render: renderSpec,
})
