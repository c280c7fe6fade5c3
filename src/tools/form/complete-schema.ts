import type { JsonSchema } from '../../operation/manifest.ts'
import type { FieldType, FormField, ToolMeta } from '../model.ts'

/**
 * The input schema of a tool with what its layout adds: fields that only the form knows, defaults, descriptions and which
 * values are secret. Flags, help and prompts of the command line and the schema that agents see are made from it.
 */
export function completeSchema({ input_schema, form_layout = [] }: ToolMeta): JsonSchema {
  const schema = { ...input_schema, type: 'object' } as JsonSchema
  const isClosed = schema.additionalProperties === false
  const properties: Record<string, JsonSchema> = { ...schema.properties }
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

const TYPES: Readonly<Record<FieldType, JsonSchema>> = {
  text: { type: 'string' },
  textarea: { type: 'string' },
  code: { type: 'string' },
  select: { type: 'string' },
  checkbox: { type: 'boolean' },
  date_range: { type: 'object', properties: { start: { type: 'string' }, end: { type: 'string' } } },
  file: { type: 'string' },
}

function completed(field: FormField, schema: JsonSchema): JsonSchema {
  const description = schema.description ?? field.help ?? field.label
  const initial = field.secret === true ? undefined : (field.default ?? schema.default)
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(initial !== undefined && { default: initial }),
    ...(field.secret === true && { 'x-furrow': 'secret' }),
    ...(field.type === 'date_range' && { 'x-furrow': 'range' }),
  }
}
