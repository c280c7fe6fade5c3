import type { AgentPart, Run } from '../../runs/model.ts'
import type { Call } from '../../workspace/call.ts'
import { removePlace } from './place.ts'
import { resultOf, treeOf } from './result.ts'

/** After a write run: what it made is kept as a commit; a worktree in which nothing was changed is not needed any more. */
export async function closeWork(call: Call, run: Run, keepPlace: boolean): Promise<Partial<AgentPart>> {
  const { worktree, snapshot } = run.agent ?? {}
  if (worktree === undefined || snapshot === undefined) return {}
  const { tree } = await resultOf(call, run, { keep: true })
  if (tree !== (await treeOf(call, snapshot))) return { changes: 'open' }
  // A session that may be gone on with needs its folder; it goes with the run.
  if (!keepPlace) removePlace(call, worktree)
  return { changes: 'none' }
}
