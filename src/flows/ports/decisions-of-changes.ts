import { adrDirectory } from '../../changes/adr/directory.ts'
import { headsIn } from '../../changes/adr/heads.ts'
import type { RecordedDecision } from '../../specs/trace/graph.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'

/** The decisions that changes recorded, as the trace of the specification wants them. */
export function decisionsIn(call: Call): RecordedDecision[] {
  return headsIn(filesOf(call), adrDirectory(call)).map(({ id, title, path }) => ({ id, title, path, line: 1 }))
}
