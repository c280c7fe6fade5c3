import * as z from 'zod'
import { PastedCommand } from '../../operation/shell-schema.ts'
import { whyNotRef } from '../../store/git-refs.ts'

export const Format = z.enum(['text', 'json', 'sarif'])

export const Ref = z.string().superRefine((value, issues) => {
  const reason = whyNotRef(value)
  if (reason !== undefined) issues.addIssue({ code: 'custom', message: reason })
})

export const KINDS = [
  'damaged_change',
  'two_active_changes',
  'edited_without_change',
  'commit_without_change',
  'unknown_change',
  'unproven_change',
] as const

export const CheckFinding = z.object({
  kind: z.enum(KINDS),
  level: z.enum(['block', 'advise']),
  message: z.string(),
  path: z.string(),
  line: z.number(),
  commit: z.string().optional(),
  fix: PastedCommand.optional(),
})
export type CheckFinding = z.infer<typeof CheckFinding>
