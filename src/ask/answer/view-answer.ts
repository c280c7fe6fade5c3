import type { OutputOf } from '../../operation/contract.ts'
import type { Thread } from '../threads/model.ts'
import type * as contracts from './contracts.ts'
import { instructionsFor, laterFor } from './prompt.ts'

export type AnswerView = OutputOf<typeof contracts.answer>

export async function askedOf(thread: Thread, turn: string): Promise<AnswerView> {
  const found = thread.turns.find(({ id }) => id === turn)
  if (found === undefined) throw new Error(`the turn ${turn} is gone`)
  const { sources, synthesis, status, way, run_id, problem } = found
  const waits = way === 'client' && status === 'answering'
  return {
    thread_id: thread.id,
    turn_id: turn,
    status,
    ...(way !== undefined && { way }),
    sources,
    synthesis,
    ...(run_id !== undefined && { run_id }),
    ...(problem !== undefined && { problem }),
    ...(waits && { instructions: await instructionsFor(thread.id, turn) }),
    ...(status === 'searching' && { instructions: await laterFor(thread.id, turn) }),
  }
}
