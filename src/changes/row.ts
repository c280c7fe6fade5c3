import type * as z from 'zod'
import type { Change, ChangeRow } from './model.ts'

export type Row = z.infer<typeof ChangeRow>

/** A change as lists show it. */
export function rowOf(change: Change): Row {
  const { id, type, size, description, status, current_stage, stages, updated_at, proof } = change
  const progress = { done: stages.filter(stage => stage.status === 'completed').length, of: stages.length }
  const row = { id, type, size, description, status, current_stage, progress, updated_at }
  const done = status === 'completed' || (status === 'archived' && proof !== undefined)
  return done ? { ...row, proof: proof?.kind ?? ('none' as const) } : row
}

export function isOpen({ status }: Pick<Change, 'status'>): boolean {
  return status === 'active' || status === 'paused'
}
