import type { FlagPart, JsonSchema } from '../../operation/manifest.ts'
import type { ToolMeta } from '../../tools/model.ts'
import type { ShownField } from './field.ts'
import { formFields } from './form-fields.ts'

/** The parts of objects as flags of their own: `--server.host`. The object as a whole stays a flag that takes JSON. */
export function flagParts(meta: Pick<ToolMeta, 'form_layout' | 'input_schema'>): FlagPart[] {
  return (formFields(meta) ?? []).filter(({ key }) => key !== '').flatMap(field => partsIn(field, [], field.required))
}

function partsIn(field: ShownField, above: readonly string[], required: boolean): FlagPart[] {
  const path = [...above, field.key]
  if (field.control === 'group')
    return (field.fields ?? []).flatMap(part => partsIn(part, path, required && part.required))
  if (above.length === 0) return []
  return [{ path, schema: schemaOf(field), required: required && field.default === undefined }]
}

/** A field as the reader of command lines knows it. */
function schemaOf(field: ShownField): JsonSchema {
  const { control, help, schema } = field
  return {
    ...spelledAs(field),
    ...(help !== undefined && { description: help }),
    ...(field.default !== undefined && control !== 'secret' && { default: field.default }),
    ...(schema.title !== undefined && help === undefined && { description: schema.title }),
  }
}

function spelledAs({ control, schema, item }: ShownField): JsonSchema {
  switch (control) {
    case 'secret':
      return { type: 'string', 'x-furrow': 'secret' }
    case 'date_range':
      return { type: 'object', 'x-furrow': 'range' }
    case 'list':
      return { type: 'array', items: item === undefined ? {} : spelledAs(item) }
    case 'group':
    case 'json':
    case 'variants':
      return {}
    default:
      return schema as JsonSchema
  }
}
