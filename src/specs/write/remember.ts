import { revisionOf } from '../../store/files/files.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Spec } from '../model.ts'
import { earlier, stagePath, type WrittenStage } from '../stages.ts'

/** The text of a stage goes to memory as it is in its file. */
export function rememberStage(tx: Transaction, stage: WrittenStage): void {
  const path = stagePath(stage)
  const content = tx.read(path)?.bytes.toString('utf8')
  if (content !== undefined) tx.enqueue('spec.stage_done', { stage, path, content })
}

/** Whoever goes on with a stage accepts what was edited by hand before it, and memory follows. */
export function rememberEdited(tx: Transaction, spec: Spec, stage: WrittenStage): void {
  for (const before of earlier(stage)) {
    const { artifact_hash, status } = spec.stage_status[before]
    const bytes = tx.read(stagePath(before))?.bytes
    const isEdited = bytes !== undefined && artifact_hash !== undefined && revisionOf(bytes) !== artifact_hash
    if (status === 'completed' && isEdited) rememberStage(tx, before)
  }
}
