import type { JsonSchema } from '../../operation/manifest.ts'
import type { ToolMeta } from '../../tools/model.ts'
import type { ShownField } from './field.ts'
import { formFields } from './form-fields.ts'

type Meta = Pick<ToolMeta, 'form_layout' | 'input_schema'>

/**
 * What a person could be asked for when required input is missing: one flat object, each property named by its place
 * (`server.host`), of texts, figures, yes and no, and choices, as MCP clients show them. Nothing where that is not
 * enough for the tool to run, and never a secret.
 */
export function missingInput(meta: Meta, missing: readonly string[]): JsonSchema | undefined {
  const fields = formFields(meta) ?? []
  const wanted = missing.map(place => requiredAt(fields, place.split('.'), ''))
  const asked = wanted.flatMap(each => each ?? [])
  if (asked.length === 0 || wanted.includes(undefined)) return undefined
  const properties = asked.map(({ at, field }) => [at, shapeOf(field)] as const)
  if (properties.some(([, shape]) => shape === undefined)) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(properties.flatMap(([at, shape]) => (shape === undefined ? [] : [[at, shape]]))),
    required: asked.map(({ at }) => at),
  }
}

interface MissingField {
  readonly at: string
  readonly field: ShownField
}

/** The field at a place, or the required fields of the object there. */
function requiredAt(
  fields: readonly ShownField[],
  [key = '', ...rest]: readonly string[],
  above: string,
): MissingField[] | undefined {
  const field = fields.find(each => each.key === key)
  const at = above === '' ? key : `${above}.${key}`
  if (field === undefined) return undefined
  return rest.length === 0 ? leavesOf(field, at) : requiredAt(field.fields ?? [], rest, at)
}

function leavesOf(field: ShownField, at: string): MissingField[] {
  if (field.control !== 'group') return [{ at, field }]
  const needed = (field.fields ?? []).filter(
    ({ required, control, default: initial }) => required && control !== 'fixed' && initial === undefined,
  )
  return needed.flatMap(part => leavesOf(part, `${at}.${part.key}`))
}

const FORMATS: readonly string[] = ['email', 'uri', 'date', 'date-time']

function shapeOf(field: ShownField): JsonSchema | undefined {
  const named = {
    title: field.label,
    ...(field.help !== undefined && { description: field.help }),
  }
  const { schema, options, optionLabels } = field
  switch (field.control) {
    case 'text':
    case 'textarea':
    case 'code':
    case 'date':
    case 'file': {
      const format = FORMATS.find(each => each === schema.format)
      return { type: 'string', ...named, ...(format !== undefined && { format }), ...limits(schema, TEXT_LIMITS) }
    }
    case 'number':
      return { type: schema.type === 'integer' ? 'integer' : 'number', ...named, ...limits(schema, NUMBER_LIMITS) }
    case 'checkbox':
      return { type: 'boolean', ...named }
    case 'select':
      return { type: 'string', ...named, ...choices(options, optionLabels) }
    case 'multi-select':
      return { type: 'array', ...named, items: { type: 'string', enum: options } }
    default:
      return undefined
  }
}

const TEXT_LIMITS = ['minLength', 'maxLength'] as const
const NUMBER_LIMITS = ['minimum', 'maximum'] as const

function limits(schema: ShownField['schema'], names: readonly (keyof ShownField['schema'])[]): JsonSchema {
  return Object.fromEntries(names.flatMap(name => (schema[name] === undefined ? [] : [[name, schema[name]]])))
}

function choices(options: readonly string[], labels: ShownField['optionLabels']): JsonSchema {
  if (labels === undefined) return { enum: options }
  return { oneOf: options.map(value => ({ const: value, title: labels[value] ?? value })) }
}
