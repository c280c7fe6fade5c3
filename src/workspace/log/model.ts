import * as z from 'zod'
import { ActorView } from '../model.ts'

export const LoggedFileChange = z.object({
  path: z.string(),
  change: z.enum(['created', 'changed', 'removed', 'moved']),
  to: z.string().optional(),
})

export const LogEntryView = z.object({
  id: z.string(),
  operation: z.string(),
  summary: z.string().optional(),
  actor: ActorView,
  at: z.string(),
  worktree: z.string(),
  files: z.array(LoggedFileChange),
  undoes: z.string().optional(),
  undone_by: z.string().optional(),
  undoable: z.boolean(),
})
export type LogEntryView = z.infer<typeof LogEntryView>
