import type { Transaction } from '../../store/transaction.ts'
import { implement, port } from '../call.ts'
import * as contracts from './contracts.ts'
import { viewEntry } from './view.ts'

/** What a domain says to files that come back: it refuses what would break its own rules, and tells who shows them. */
export type UndoGuard = (tx: Transaction) => void

export const undoGuards = port<readonly UndoGuard[]>('log.undo_guards')

export const undo = implement(contracts.undo, {
  async run(call, { id }) {
    const guards = await call.port(undoGuards)
    const entry = await call.store.undo(call, id, tx => {
      for (const guard of guards) guard(tx)
    })
    return viewEntry(call.store, entry)
  },
  render: ({ operation, files, id }) =>
    [`Undone: ${operation} (${id}).`, ...files.map(({ path }) => `- ${path} is as it was before`)].join('\n'),
})
