import { blocked } from '../operation/errors.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Change } from './model.ts'
import { whyNotStart } from './rules.ts'
import { CHANGES, find, readShelf } from './shelf.ts'

/** An undo may bring a change back to life; never beside another one that is active by now. */
export function guardUndo(tx: Transaction): void {
  const ids = touchedIn(tx)
  for (const id of ids) tx.emit('change', id)
  const revived = ids.flatMap(id => changeIn(tx, id) ?? []).find(({ status }) => status === 'active')
  if (revived === undefined) return
  const other = readShelf(tx).kept.find(({ change }) => change.status === 'active' && change.id !== revived.id)
  const reasons = whyNotStart(other?.change)
  if (reasons.length > 0) throw blocked(reasons)
}

function touchedIn({ plan }: Transaction): string[] {
  const ids = [...plan.changes.values()].flatMap(({ path }) => {
    const [, id] = new RegExp(`^${CHANGES}/([^/]+)/change\\.json$`).exec(path) ?? []
    return id ?? []
  })
  return [...new Set(ids)]
}

function changeIn(tx: Transaction, id: string): Change | undefined {
  return tx.exists(`${CHANGES}/${id}/change.json`) ? find(tx, id).change : undefined
}
