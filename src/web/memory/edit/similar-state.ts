import type { Output } from '../../api/call.ts'
import { createState, type State } from '../../api/state.ts'

export type SimilarRecord = Output<'memory.save'>['near'][number]

interface SavedBeside {
  readonly id: number
  readonly near: readonly SimilarRecord[]
}

/** What the record that was saved last may repeat or contradict, until the person has answered. */
export const savedBeside: State<SavedBeside | undefined> = createState<SavedBeside | undefined>(undefined)

export function dropSimilar(id: number): void {
  const now = savedBeside.get()
  if (now !== undefined) savedBeside.set({ ...now, near: now.near.filter(other => other.id !== id) })
}
