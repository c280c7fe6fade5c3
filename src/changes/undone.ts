import path from 'node:path'
import { blocked } from '../operation/errors.ts'
import type { Transaction } from '../store/journal/transaction.ts'
import type { Call } from '../workspace/call.ts'
import { whyNotStart } from './change-rules.ts'
import { endRequestsAbout } from './manage.ts'
import type { Change } from './model.ts'
import { CHANGES, findChange, HISTORY, readChangeFolder, readEntry } from './record/change-files.ts'

/**
 * An undo may bring a change back to life; never beside another one that is active by now. Nobody is asked any more
 * about a change that it took away.
 */
export function guardUndo(tx: Transaction): (call: Call) => Promise<void> {
  const ids = touchedIn(tx)
  for (const id of ids) tx.emit('change', id)
  for (const change of tx.plan.changes.values()) if (change.kind === 'rename') relocate(tx, change.path, change.target)
  const revived = ids.flatMap(id => changeIn(tx, id) ?? []).find(({ status }) => status === 'active')
  if (revived !== undefined) requireNoOther(tx, revived.id, ids)
  const gone = ids.filter(id => !tx.exists(`${CHANGES}/${id}/change.json`))
  const touched = [...tx.plan.changes.values()].map(change => change.path)
  return async call => {
    for (const id of gone) endRequestsAbout(call, id)
    if (touched.some(file => file.endsWith('.md')))
      await (await import('./adr/follow-files.ts')).followFiles(call, touched)
  }
}

/** A change that comes back from the history is remembered where it is now. */
function relocate(tx: Transaction, from: string, to: string): void {
  const [place = '', id = ''] = [path.posix.dirname(from), path.posix.basename(from)]
  const found = place === HISTORY ? readEntry(tx, place, id) : undefined
  if (found !== undefined && 'change' in found)
    tx.enqueue('change.archived', { change: id, started: found.change.created_at, from, to })
}

/** Several that were active before one operation, as after a merge, may be so again. */
function requireNoOther(tx: Transaction, revived: string, touched: readonly string[]): void {
  const actives = readChangeFolder(tx).kept.filter(({ change }) => change.status === 'active')
  const other = actives.find(({ change }) => change.id !== revived && !touched.includes(change.id))
  const [reason] = whyNotStart(other?.change)
  if (reason === undefined) return
  const message = `This would make ${revived} active again. ${reason.message} Pause it, then undo this operation by its id.`
  throw blocked([{ ...reason, message }])
}

function touchedIn({ plan }: Transaction): string[] {
  const ids = [...plan.changes.values()].flatMap(({ path }) => {
    const [, id] = new RegExp(`^${CHANGES}/([^/]+)/change\\.json$`).exec(path) ?? []
    return id ?? []
  })
  return [...new Set(ids)]
}

function changeIn(tx: Transaction, id: string): Change | undefined {
  return tx.exists(`${CHANGES}/${id}/change.json`) ? findChange(tx, id).change : undefined
}
