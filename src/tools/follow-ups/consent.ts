import { whyNotCondition } from './condition.ts'
import { holds } from './holds.ts'

/** Whether a person has to agree before a tool runs with this input. A condition that cannot be read holds. */
export function needsConsent(
  meta: { readonly effect?: string | undefined; readonly confirm_when?: string | undefined },
  input: unknown,
): boolean {
  const { effect, confirm_when: condition } = meta
  if (effect === 'destructive') return true
  return condition !== undefined && (whyNotCondition(condition) !== undefined || holds(condition, input))
}
