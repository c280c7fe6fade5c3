import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { ambiguitiesIn } from '../../specs/lint/ambiguities.ts'
import { readSpec } from '../../specs/spec-file.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { mergedSpec } from './merged-spec.ts'

export function lookAtSpec(call: Call) {
  try {
    const files = filesOf(call)
    const spec = readSpec(files)
    const ambiguities = ambiguitiesIn(files)
    if (ambiguities.length > 0)
      return ambiguities.map(({ message, fix }) => ({ level: 'problem' as const, message, fix }))
    const message =
      spec === undefined ? 'No specification was begun here.' : `The specification is at ${spec.current_stage}.`
    return [{ level: 'ok' as const, message }]
  } catch (error) {
    if (!isRefused(error) || error.target === undefined) throw error
    const damaged = filesOf(call).read(error.target)?.bytes
    const isMerged = damaged !== undefined && mergedSpec(filesOf(call), damaged) !== undefined
    const known = isMerged || call.store.lastWritten(call.workspace.root, error.target) !== undefined
    const fix = known && error.code === 'damaged' ? shell`furrow doctor repair` : shell`git log -- ${error.target}`
    return [{ level: 'problem' as const, message: error.message, target: error.target, fix }]
  }
}
