import { conditionHolds } from '../../../shared/follow-ups/holds.ts'
import type { ShownField } from '../../../shared/form/field.ts'
import type { InputValues } from '../tool-types.ts'

/** Those fields that the input so far lets show. */
export function visibleFields(fields: readonly ShownField[], input: InputValues): readonly ShownField[] {
  return fields.filter(({ showWhen, control }) => control !== 'fixed' && conditionHolds(showWhen, input))
}
