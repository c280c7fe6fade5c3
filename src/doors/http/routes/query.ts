import { refuse } from '../../../operation/errors.ts'
import type { JsonSchema } from '../../../operation/manifest.ts'

/** A query and path parameters as the input they stand for, typed by the operation's schema. */
export function queryInputOf(
  schema: JsonSchema,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Record<string, unknown> {
  const fields = new Map<string, string[]>()
  for (const [key, value] of query) fields.set(key, [...(fields.get(key) ?? []), value])
  for (const [key, value] of Object.entries(params)) {
    if (fields.has(key)) throw refuse('usage', `${key} is in the path already.`, { target: key })
    fields.set(key, [value])
  }
  return Object.fromEntries([...fields].map(([key, values]) => [key, typed(key, schema.properties?.[key], values)]))
}

function typed(key: string, schema: JsonSchema | undefined, values: readonly string[]): unknown {
  const plain = schema === undefined ? undefined : withoutNull(schema)
  if (plain?.type === 'array') return values.map(value => toValue(plain.items, value))
  const [value = '', ...more] = values
  if (more.length > 0) throw refuse('usage', `${key} is given more than once.`, { target: key })
  return toValue(plain, value)
}

/** A text that does not fit stays a text; the operation's own schema then says what is wrong with it. */
function toValue(schema: JsonSchema | undefined, text: string): unknown {
  const { type } = schema === undefined ? {} : withoutNull(schema)
  if ((type === 'number' || type === 'integer') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'object') return parsed(text)
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const choices = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return choices.length === 1 ? (choices[0] ?? schema) : schema
}
