import { holds } from '../follow-ups/holds.ts'
import type { JsonObject, ToolMeta } from '../model.ts'

/**
 * An input with the defaults of the form where nothing was given, as the page fills them in. A field that the input hides
 * has none, and one that was given empty stays empty.
 */
export function withFormDefaults({ form_layout = [] }: Pick<ToolMeta, 'form_layout'>, given: JsonObject): JsonObject {
  const input = { ...given }
  for (const { key, default: value, secret, show_when: only } of form_layout)
    if (value !== undefined && secret !== true && !Object.hasOwn(input, key) && holds(only, input)) input[key] = value
  return input
}
