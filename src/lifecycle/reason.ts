import * as z from 'zod'
import { blocked, type Reason } from '../operation/errors.ts'
import { PastedCommand } from '../shared/shell/shell-schema.ts'

/** A guard's no, as every door shows it. */
export const ReasonView = z.object({
  code: z.string(),
  message: z.string(),
  ids: z.array(z.string()).optional(),
  fix: PastedCommand.optional(),
})
export type ReasonView = z.infer<typeof ReasonView>

export function refuseFor(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw blocked(reasons)
}

export function viewReason({ code, message, ids, fix }: Reason): ReasonView {
  return { code, message, ...(ids !== undefined && { ids: [...ids] }), ...(fix !== undefined && { fix }) }
}
