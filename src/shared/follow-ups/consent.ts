import { whyNotCondition } from './condition.ts'
import { conditionMayHold } from './holds.ts'

/** Whether a person has to agree before a tool runs with this input. In doubt, yes. */
export function needsConsent(
  meta: { readonly effect?: string | undefined; readonly confirm_when?: string | undefined },
  input: unknown,
): boolean {
  const { effect, confirm_when: condition } = meta
  if (effect === 'destructive') return true
  return condition !== undefined && (whyNotCondition(condition) !== undefined || conditionMayHold(condition, input))
}
