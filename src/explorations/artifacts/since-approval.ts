import { unifiedDiff } from '../../shared/diff.ts'
import { revisionOf } from '../../store/files/files.ts'
import type { Call } from '../../workspace/call.ts'
import type { Artifact, ProjectState, SinceApproval } from '../model.ts'
import { lastApproval } from '../record/approval-log.ts'

/** Nothing where the document was never approved, or says just what was approved. */
export function sinceApproval(
  call: Call,
  state: ProjectState,
  { path, approval }: Artifact,
  bytes: Uint8Array,
): SinceApproval | undefined {
  const last = lastApproval(call, state, path)
  if (last === undefined || last.content === revisionOf(bytes)) return undefined
  const before = call.store.image(last.content)?.toString('utf8')
  return {
    by: approval?.content === last.content ? approval.by : last.by,
    at: last.at,
    ...(before !== undefined && { diff: unifiedDiff(before, Buffer.from(bytes).toString('utf8'), path) }),
  }
}

export function sinceLines({ by, at, diff }: SinceApproval): string[] {
  const when = at.slice(0, 16).replace('T', ' ')
  if (diff === undefined) return [`${by} approved another text on ${when}, which is no longer kept.`]
  return [`Changed since ${by} approved it on ${when}:`, '', '```diff', diff, '```']
}
