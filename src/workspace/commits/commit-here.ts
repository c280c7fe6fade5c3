import { type CommitRequest, commitPaths } from '../../store/git/git-write.ts'
import type { Call } from '../call.ts'
import { readActiveChange } from './active-change.ts'
import { withTrailer } from './change-trailer.ts'

/** A commit of Furrow's own. Made during a change, it says so like every other; git's hooks take no part in it. */
export function commitHere(call: Pick<Call, 'workspace' | 'signal' | 'env'>, request: CommitRequest): Promise<string> {
  const { root } = call.workspace
  const [id, second] = readActiveChange(root)?.active ?? []
  const message = id === undefined || second !== undefined ? request.message : withTrailer(request.message, id)
  return commitPaths(root, { ...request, message }, { signal: call.signal, env: call.env })
}
