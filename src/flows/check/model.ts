import * as z from 'zod'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { whyNotRef } from '../../store/git/git-refs.ts'

export const Format = z.enum(['text', 'json', 'sarif'])

export const CheckRef = z.string().superRefine((value, issues) => {
  const reason = whyNotRef(value)
  if (reason !== undefined) issues.addIssue({ code: 'custom', message: reason })
})

export const CHECK_KINDS = [
  'damaged_change',
  'two_active_changes',
  'edited_without_change',
  'commit_without_change',
  'unknown_change',
  'unproven_change',
] as const

export const CheckFinding = z.object({
  kind: z.enum(CHECK_KINDS),
  level: z.enum(['block', 'advise']),
  message: z.string(),
  path: z.string(),
  line: z.number(),
  commit: z.string().optional(),
  fix: PastedCommand.optional(),
})
export type CheckFinding = z.infer<typeof CheckFinding>
