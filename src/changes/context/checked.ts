import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { adrDirectory } from '../adr/directory.ts'
import type { Change } from '../model.ts'
import { specRevisions } from './artifacts.ts'
import { whyNotChecked } from './guard.ts'

/** Whether the context check stands as things are now. */
export function isChecked(call: Pick<Call, 'home' | 'workspace'>, files: Files, change: Change): boolean {
  if (change.current_stage !== 'context-check') return false
  try {
    return whyNotChecked(change, specRevisions(files, adrDirectory(call))).length === 0
  } catch (error) {
    // What cannot be read was not looked at; whoever goes on is told what it is.
    if (isRefused(error)) return false
    throw error
  }
}
