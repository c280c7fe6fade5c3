import type { Call } from '../workspace/call.ts'
import { engineIn } from './index/open.ts'
import type { Found, Purpose } from './model.ts'
import { findIn } from './search/find-in.ts'

export interface FindRequest {
  readonly question: string
  readonly limit?: number
  readonly purpose?: Purpose
}

/** Five passages are what a reader takes in, and what an answer cites. */
const LIMIT = 5

/** The passages of the workspace that answer a question, the best first; the index is brought up to date before. */
export async function findSources(
  call: Call,
  { question, limit = LIMIT, purpose = 'explain' }: FindRequest,
): Promise<Found> {
  return findIn(engineIn(call), { question, limit, purpose }, { signal: call.signal, progress: call.progress })
}
