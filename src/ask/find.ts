import { job } from '../workspace/apart.ts'
import type { Call } from '../workspace/call.ts'
import type { Tree } from './index/list-files.ts'
import { engineIn } from './index/open.ts'
import type { Found, Purpose } from './model.ts'
import { findIn, type Question } from './search/find-in.ts'

export interface FindRequest {
  readonly question: string
  readonly limit?: number
  readonly purpose?: Purpose
}

export interface Finding {
  readonly tree: Tree
  readonly question: Question
}

const finding = job<Finding, Found>('ask.find')

/** Five passages are what a reader takes in, and what an answer cites. */
const LIMIT = 5

/** The passages of the workspace that answer a question, the best first; the index is brought up to date before. */
export async function findSources(
  call: Call,
  { question, limit = LIMIT, purpose = 'explain' }: FindRequest,
): Promise<Found> {
  const engine = engineIn(call)
  const asked = { question, limit, purpose }
  if (call.apart !== undefined) return call.apart(finding, { tree: engine.tree, question: asked }, call)
  return findIn(engine, asked, { signal: call.signal, progress: call.progress })
}
