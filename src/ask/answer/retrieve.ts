import type { Call } from '../../workspace/call.ts'
import { findSources } from '../find-passages.ts'
import type { AnswerSource } from '../model.ts'

const CITED = 5
/** How many earlier questions a follow-up leans on. */
const REMEMBERED = 3

/** A turn that came before: what was asked, and the files that were cited for it. */
export interface EarlierTurn {
  readonly question: string
  readonly files: readonly string[]
}

/** The passages for a question; one that goes on with a thread is sought with what the thread is about. */
export async function retrieve(
  call: Call,
  { question, earlier }: { question: string; earlier: readonly EarlierTurn[] },
): Promise<AnswerSource[]> {
  const before = earlier.slice(-REMEMBERED)
  const topic =
    before.length === 0
      ? {}
      : { topic: { questions: before.map(({ question: asked }) => asked), files: before.at(-1)?.files ?? [] } }
  return (await findSources(call, { question, limit: CITED, ...topic })).sources
}
