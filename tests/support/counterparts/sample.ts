import type { Call, Schema } from './description.ts'

type Fields = Readonly<Record<string, unknown>>

/** An answer with every field that the description calls required, and what the stand-in has to say of its own. */
export function answerOf({ description, operation }: Call, status: number, own?: Fields): unknown {
  const schema = operation.responses[status]?.content?.['application/json']?.schema
  if (schema === undefined) throw new Error(`${operation.operationId} describes no JSON for ${status}`)
  return merged(sample(schema, description.components.schemas), own)
}

/** The smallest value of a schema that is described in the same file. */
export function sampleOf({ description }: Call, name: string, own: Fields = {}): Fields {
  const { schemas } = description.components
  const schema = schemas[name]
  if (schema === undefined) throw new Error(`there is no schema ${name}`)
  return merged(sample(schema, schemas), own) as Fields
}

function sample(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  const { $ref: ref, type, enum: choices, anyOf, oneOf, allOf } = schema
  if (typeof ref === 'string') return sample(schemas[ref.replace('#/components/schemas/', '')] ?? {}, schemas)
  if ('const' in schema) return schema['const']
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(allOf)) return allOf.reduce((all, each) => merged(all, sample(each, schemas)), {})
  const [first] = [anyOf, oneOf].filter(Array.isArray).flat() as Schema[]
  if (first !== undefined) return isNullable(schema) ? null : sample(first, schemas)
  if (Array.isArray(type)) return type.includes('null') ? null : sample({ ...schema, type: type[0] }, schemas)
  return type === 'object' ? objectOf(schema, schemas) : plainOf(schema)
}

function isNullable({ anyOf, oneOf }: Schema): boolean {
  return [anyOf, oneOf].some(list => Array.isArray(list) && list.some(each => each.type === 'null'))
}

function objectOf({ required, properties }: Schema, schemas: Readonly<Record<string, Schema>>): Fields {
  const known = Object(properties) as Readonly<Record<string, Schema>>
  const names = Array.isArray(required) ? (required as string[]) : []
  return Object.fromEntries(names.map(name => [name, sample(known[name] ?? {}, schemas)]))
}

const TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function plainOf({ type, format, minimum, pattern }: Schema): unknown {
  if (type === 'string') return TEXTS[String(format)] ?? (pattern === undefined ? 'x' : '1')
  if (type === 'integer' || type === 'number') return Math.max(1, Number(minimum ?? 1))
  if (type === 'boolean') return false
  return type === 'array' ? [] : null
}

function merged(into: unknown, own: unknown): unknown {
  if (!isFields(into) || !isFields(own)) return own === undefined ? into : own
  const keys = [...new Set([...Object.keys(into), ...Object.keys(own)])]
  return Object.fromEntries(keys.map(key => [key, key in own ? merged(into[key], own[key]) : into[key]]))
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
