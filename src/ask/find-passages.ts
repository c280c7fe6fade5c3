import type { Call } from '../workspace/call.ts'
import { job } from '../workspace/worker-jobs.ts'
import type { IndexedTree } from './index/files/list-files.ts'
import { engineIn } from './index/open.ts'
import type { Purpose, SearchAnswer } from './model.ts'
import { findIn, type SearchQuestion } from './search/find-in.ts'
import { asksWhy, withHistory } from './search/history.ts'
import type { ThreadTopic } from './search/read-question.ts'

export interface FindRequest {
  readonly question: string
  readonly limit?: number
  readonly purpose?: Purpose | undefined
  /** What the thread that it goes on with is about. */
  readonly topic?: ThreadTopic | undefined
}

export interface PassageJob {
  readonly tree: IndexedTree
  readonly question: SearchQuestion
}

const finding = job<PassageJob, SearchAnswer>('ask.find')

/** Five passages are what a reader takes in, and what an answer cites. */
const LIMIT = 5

/** The passages of the workspace that answer a question, the best first; the index is brought up to date before. */
export async function findSources(
  call: Call,
  { question, limit = LIMIT, purpose, topic }: FindRequest,
): Promise<SearchAnswer> {
  const found = await findHere(call, { question, limit, purpose, topic })
  return asksWhy(question) ? { ...found, sources: await withHistory(call, question, found.sources) } : found
}

function findHere(call: Call, question: SearchQuestion): Promise<SearchAnswer> {
  const engine = engineIn(call)
  if (call.runInWorker !== undefined) return call.runInWorker(finding, { tree: engine.tree, question }, call)
  return findIn(engine, question, { signal: call.signal, progress: call.progress })
}
