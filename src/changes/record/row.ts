import type * as z from 'zod'
import type { Change, ChangeRow } from '../model.ts'

export type ChangeSummary = z.infer<typeof ChangeRow>

/** A change as lists show it. */
export function changeRowOf(change: Change): ChangeSummary {
  const { id, type, size, description, status, current_stage, stages, updated_at, proof } = change
  const progress = { done: stages.filter(stage => stage.status === 'completed').length, of: stages.length }
  const row = { id, type, size, description, status, current_stage, progress, updated_at }
  const done = status === 'completed' || (status === 'archived' && !isCancelled(row))
  return done ? { ...row, proof: proof?.kind ?? ('none' as const) } : row
}

/** The history keeps both kinds; only a completed change finished every stage. */
export function isCancelled({ status, progress }: Pick<ChangeSummary, 'status' | 'progress'>): boolean {
  return status === 'cancelled' || (status === 'archived' && progress.done < progress.of)
}

export function isOpenChange({ status }: Pick<Change, 'status'>): boolean {
  return status === 'active' || status === 'paused'
}
