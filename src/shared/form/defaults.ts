import type { JsonObject, ToolMeta } from '../../tools/model.ts'
import { conditionHolds } from '../follow-ups/holds.ts'
import { isObject } from '../is-object.ts'
import type { ShownField } from './field.ts'
import { formFields } from './form-fields.ts'

/**
 * An input with the defaults of the form where nothing was given, as the page fills them in. A field that the input hides
 * has none, and one that was given empty stays empty.
 */
export function withFormDefaults(meta: Pick<ToolMeta, 'form_layout' | 'input_schema'>, given: JsonObject): JsonObject {
  const input = { ...given }
  for (const { key, default: value, secret, show_when: only } of meta.form_layout ?? [])
    if (value !== undefined && secret !== true && !Object.hasOwn(input, key) && conditionHolds(only, input))
      input[key] = value
  if (meta.form_layout !== undefined) return input
  const fields = formFields(meta) ?? []
  const missing = fields.filter(field => needsNothing(field) && !Object.hasOwn(input, field.key))
  const whole = { ...input, ...Object.fromEntries(missing.map(field => [field.key, impliedValue(field)])) }
  return withShapesFilled(fields, whole)
}

/** A validator fills no defaults into one of several shapes; where only one can be meant, they are those of this one. */
function withShapesFilled(fields: readonly ShownField[], given: JsonObject): JsonObject {
  const filled = fields
    .filter(({ key }) => Object.hasOwn(given, key))
    .map(field => [field.key, filledIn(field, given[field.key])] as const)
  return { ...given, ...Object.fromEntries(filled) }
}

function filledIn({ control, fields = [], item, variants = [] }: ShownField, value: unknown): unknown {
  if (control === 'list' && item !== undefined && Array.isArray(value)) return value.map(each => filledIn(item, each))
  if (!isObject(value)) return value
  if (control === 'group') return withShapesFilled(fields, value)
  if (control !== 'variants') return value
  const [meant, ...others] = variants.filter(variant => mayMean(variant, value))
  if (meant === undefined || others.length > 0) return value
  const initial = (meant.fields ?? []).flatMap(field =>
    isImplied(field) ? [[field.key, initialOf(field)] as const] : [],
  )
  return withShapesFilled(meant.fields ?? [], { ...Object.fromEntries(initial), ...value })
}

/** Everything that was given is in it, and what it needs was given. */
function mayMean({ control, fields = [] }: ShownField, value: JsonObject): boolean {
  if (control !== 'group' || !Object.keys(value).every(key => fields.some(field => field.key === key))) return false
  return fields.every(field => {
    const { key, required, control: kind, schema } = field
    if (!Object.hasOwn(value, key)) return !required || isImplied(field)
    return kind !== 'fixed' || value[key] === schema.const
  })
}

/** It has a default, or has to be there and leaves no choice. */
function isImplied(field: ShownField): boolean {
  return (field.default !== undefined && field.control !== 'secret') || needsNothing(field)
}

function initialOf(field: ShownField): unknown {
  return field.default ?? impliedValue(field)
}

/** What has to be there and leaves no choice: one fixed value, or an object in which nothing has to be given. */
function needsNothing({ control, required, fields = [] }: ShownField): boolean {
  if (!required || control === 'fixed') return required
  return (
    control === 'group' && fields.every(field => !field.required || field.default !== undefined || needsNothing(field))
  )
}

/** The defaults inside of an object are filled in afterwards. */
function impliedValue({ control, schema, fields = [] }: ShownField): unknown {
  if (control === 'fixed') return schema.const
  return Object.fromEntries(fields.filter(needsNothing).map(field => [field.key, impliedValue(field)]))
}
