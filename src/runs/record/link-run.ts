import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { StorageContext } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { recordFolderOf, recordOn } from './record-files.ts'

/**
 * Writes into the record of a run what refers to it, in the caller's own step: `feature:sign-on`, `uat:one-login/uat-001`.
 * What is linked is kept when old runs are cleared away.
 */
export function linkRun(call: StorageContext, tx: Transaction, { id, to }: { id: string; to: string }): Run {
  const shelf = recordFolderOf(call, id)
  const file = recordOn(shelf, id)
  const folder = tx.under(shelf.folder)
  const bytes = folder.read(path.basename(file))?.bytes
  if (bytes === undefined)
    throw refuse('not_found', `There is no run ${id}.`, { target: id, fix: shell`furrow runs list` })
  const run = shelf.format.parse(bytes, file)
  const linked = { ...run, links: [...new Set([...(run.links ?? []), to])] }
  folder.write(path.basename(file), shelf.format.print(linked), { mode: 0o600 })
  tx.emit('run', id)
  return linked
}
