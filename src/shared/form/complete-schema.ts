import type { JsonSchema } from '../../operation/manifest.ts'
import type { FieldType, FormField, ToolMeta } from '../../tools/model.ts'
import type { Control } from './field.ts'
import { formFields } from './form-fields.ts'

/**
 * The input schema of a tool with what its layout adds: fields that only the form knows, defaults, descriptions and which
 * values are secret. Flags, help and prompts of the command line and the schema that agents see are made from it.
 */
export function completeSchema(meta: Pick<ToolMeta, 'input_schema' | 'form_layout'>): JsonSchema {
  const { input_schema, form_layout = [] } = meta
  const schema = { ...input_schema, type: 'object' } as JsonSchema
  const isClosed = schema.additionalProperties === false
  const properties: Record<string, JsonSchema> = { ...schema.properties, ...resolvedFields(meta) }
  for (const field of form_layout)
    if (properties[field.key] !== undefined || !isClosed)
      properties[field.key] = completed(field, properties[field.key] ?? TYPES[field.type])
  const keys = form_layout.filter(({ required, show_when: only }) => required === true && only === undefined)
  const needed = new Set([...(schema.required ?? []), ...keys.map(({ key }) => key)])
  // What has a default need not be given.
  const required = [...needed].filter(key => properties[key]?.default === undefined)
  const { required: _, ...rest } = schema
  return { ...rest, properties, ...(required.length > 0 && { required }) }
}

const MARKED: readonly Control[] = ['secret', 'fixed']

/** Of a form that is made from the schema: what it only refers to is written out, and secrets are marked. */
function resolvedFields(meta: Pick<ToolMeta, 'input_schema' | 'form_layout'>): Record<string, JsonSchema> {
  if (meta.form_layout !== undefined) return {}
  const given = Object(meta.input_schema['properties']) as Record<string, unknown>
  const fields = (formFields(meta) ?? []).filter(({ key, control }) => MARKED.includes(control) || refers(given[key]))
  return Object.fromEntries(
    fields.map(({ key, control, schema }) => [
      key,
      {
        ...(schema as JsonSchema),
        ...(control === 'secret' && { 'x-furrow': 'secret' }),
        ...(control === 'fixed' && { default: schema.const }),
      },
    ]),
  )
}

function refers(property: unknown): boolean {
  return property !== null && typeof property === 'object' && ('$ref' in property || 'allOf' in property)
}

const TYPES: Readonly<Record<FieldType, JsonSchema>> = {
  text: { type: 'string' },
  textarea: { type: 'string' },
  code: { type: 'string' },
  select: { type: 'string' },
  checkbox: { type: 'boolean' },
  date_range: { type: 'object', properties: { start: { type: 'string' }, end: { type: 'string' } } },
  file: { type: 'string' },
}

/** A field that only some inputs need says which. */
function describe({ required, show_when: only }: FormField, text: string | undefined): string | undefined {
  if (only === undefined) return text
  return `${text === undefined ? '' : `${text.replace(/[.\s]+$/, '')}. `}${required === true ? 'Required' : 'Only'} when ${only}.`
}

function completed(field: FormField, schema: JsonSchema): JsonSchema {
  const description = describe(field, schema.description ?? field.help ?? field.label)
  const initial = field.secret === true ? undefined : (field.default ?? schema.default)
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(initial !== undefined && { default: initial }),
    ...(field.secret === true && { 'x-furrow': 'secret' }),
    ...(field.type === 'date_range' && { 'x-furrow': 'range' }),
  }
}
