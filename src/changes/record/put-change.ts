import type { Transaction } from '../../store/journal/transaction.ts'
import { type ChangeFiles, printChange } from './change-files.ts'

/** Writes `change.json` in its folder and tells everyone who shows it. */
export function putChange(tx: Transaction, kept: ChangeFiles): ChangeFiles {
  const path = `${kept.folder}/change.json`
  const revision = tx.write(path, printChange(kept.change, tx.read(path)?.bytes, path))
  tx.emit('change', kept.change.id, revision)
  return kept
}
