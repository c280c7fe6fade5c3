import type { AgentPart, Run } from '../../runs/model.ts'
import type { Call } from '../../workspace/call.ts'
import { removePlace } from './place.ts'
import { gitTreeOf, resultOf } from './result.ts'

/** After a write run: what it made is kept as a commit; a worktree in which nothing was changed is not needed any more. */
export async function closeWork(call: Call, run: Run, keepPlace: boolean): Promise<Partial<AgentPart>> {
  const { worktree, snapshot } = run.agent ?? {}
  if (worktree === undefined || snapshot === undefined) return {}
  const { tree, leftOut } = await resultOf(call, run, { keep: true })
  const named = leftOut.length > 0 ? { left_out: [...leftOut] } : {}
  if (tree !== (await gitTreeOf(call, snapshot))) return { changes: 'open', ...named }
  // A session that may be gone on with needs its folder; it goes with the run.
  if (!keepPlace) removePlace(call, worktree)
  return { changes: 'none', ...named }
}
