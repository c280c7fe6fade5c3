import { shellLine } from '../../operation/shell.ts'
import { implement } from '../../workspace/call.ts'
import { withSubjects } from '../../workspace/trust/grant.ts'
import { changePins } from '../../workspace/trust/pins.ts'
import * as contracts from '../contracts.ts'
import { guard, put } from '../manage.ts'
import { whyNotCancel } from '../rules.ts'
import { find } from '../shelf.ts'
import { renderChange, viewChange } from '../view.ts'
import { acceptedSubject } from './plan.ts'

/** The command stands in the change, the person's word for it in their home: a clone of the one is not the other. */
export const accept = implement(contracts.accept, {
  async run(call, { id, argv }) {
    const at = new Date(call.clock.now()).toISOString()
    const kept = await call.store.transact(call, tx => {
      const { change, folder } = find(tx, id)
      guard(whyNotCancel(change))
      const earlier = change.accepted_commands ?? []
      const command = argv.length === 1 ? (argv[0] ?? '') : shellLine(argv)
      const next = { ...change, accepted_commands: [...new Set([...earlier, command])], updated_at: at }
      const subject = acceptedSubject(next)
      if (subject !== undefined) changePins(tx, call, pins => withSubjects(pins, [subject], call))
      tx.describe(`${id}: ${command} accepted as proof`)
      return put(tx, { change: next, folder })
    })
    return viewChange(call, kept)
  },
  render: renderChange,
})
