import { conditionHolds } from '../../shared/follow-ups/holds.ts'
import type { FormField, JsonObject, ToolMeta } from '../model.ts'
import { defaultInput } from './scopes.ts'

/** The input schema with what the form requires as well, where this input shows the field. */
export function withFormRequired(meta: ToolMeta, given: JsonObject): JsonObject {
  const { input_schema: schema, form_layout: layout = [] } = meta
  const shown = { ...defaultInput(meta), ...given }
  const keys = layout.filter(field => isRequired(field, shown)).map(({ key }) => key)
  if (keys.length === 0) return schema
  const { required = [] } = schema as { required?: unknown }
  return { ...schema, required: [...new Set([...(Array.isArray(required) ? required : []), ...keys])] }
}

/** A check box that nobody touched says no. */
function isRequired({ required, type, show_when: only, default: initial }: FormField, input: JsonObject): boolean {
  return required === true && type !== 'checkbox' && initial === undefined && conditionHolds(only, input)
}
