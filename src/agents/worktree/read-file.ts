import type { ReadRunFile } from '../../reviews/review-ports.ts'
import { runGit } from '../../store/git/git-run.ts'
import { agentRun } from '../follow.ts'
import { changedFiles, resultOf } from './result.ts'
import { verifyObjects } from './verify-objects.ts'

const LONGEST_FILE = 4 * 2 ** 20

/** A file that an agent run changed, as it was before or after; nothing when it is none of them. */
export const readRunFile: ReadRunFile = async (call, { run: id, path, side }) => {
  const run = await agentRun(call, id)
  const { base, commit } = await resultOf(call, run)
  await verifyObjects(call, [[base, commit]])
  const changed = (await changedFiles(call, base, commit)).find(file => file.path === path)
  if (changed === undefined || changed.change === (side === 'old' ? 'added' : 'removed')) return undefined
  const args = ['cat-file', 'blob', `${side === 'old' ? base : commit}:${path}`]
  return (await runGit(call.workspace.root, args, { env: call.env, maxBytes: LONGEST_FILE })).stdout
}
