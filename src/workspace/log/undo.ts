import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement, port } from '../call.ts'
import * as contracts from './contracts.ts'
import { viewEntry } from './view-operation.ts'

/**
 * What a domain says to files that come back or go: it refuses what would break its own rules, and tells who shows
 * them. What it gives back is done when the undo is.
 */
export type UndoGuard = (tx: Transaction) => (call: Call) => void | Promise<void>

export const undoGuards = port<readonly UndoGuard[]>('log.undo_guards')

const REMEMBERED =
  'Where its file is removed, memory still holds the record of this decision: `furrow adr list` says so and shows its number, and `furrow memory delete` removes it.'

export const undo = implement(() => contracts.undo, {
  async run(call, { id }) {
    const guards = await call.port(undoGuards)
    let settle: ReturnType<UndoGuard>[] = []
    const entry = await call.store.undo(call, id, tx => {
      settle = guards.map(guard => guard(tx))
    })
    for (const each of settle) await each(call)
    return viewEntry(call.store, entry)
  },
  render: ({ operation, files, id }) =>
    [
      `Undone: ${operation} (${id}).`,
      ...files.map(({ path, change }) => `- ${path} is ${change === 'created' ? 'removed' : 'as it was before'}`),
      ...(operation === 'adr.record' ? [REMEMBERED] : []),
    ].join('\n'),
})
