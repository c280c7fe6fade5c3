import { isRefused } from '../../operation/errors.ts'
import { whyNotStored } from '../../store/database/sqlite.ts'
import type { Call } from '../../workspace/call.ts'

/** Whether something failed for a reason outside of Furrow that may pass: a full disk, another process at work. */
export function isTransient(error: unknown, { store }: Pick<Call, 'store'>): boolean {
  return isRefused(whyNotStored(error, store.folder))
}
