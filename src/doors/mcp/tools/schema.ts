import type { JsonSchema } from '../../../operation/manifest.ts'

const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id', 'x-furrow', 'x-choices'])
const LISTS = ['anyOf', 'oneOf', 'allOf'] as const
const SCHEMAS = ['items', 'additionalProperties'] as const
const MAPS = ['properties', '$defs'] as const

/** A schema as clients see it: without our own marks and without what costs tokens and says nothing. */
export function leanSchema(schema: JsonSchema): JsonSchema {
  const choices = schema['x-choices']?.values
  if (choices !== undefined) {
    const { type, description, default: otherwise } = schema
    return {
      type,
      ...(description !== undefined && { description }),
      ...(otherwise !== undefined && { default: otherwise }),
      enum: choices,
    } as JsonSchema
  }
  const kept = Object.entries(schema).filter(([keyword, value]) => !saysNothing(keyword, value, schema))
  const result: Record<string, unknown> = Object.fromEntries(kept)
  for (const keyword of LISTS) if (Array.isArray(result[keyword])) result[keyword] = result[keyword].map(leanSchema)
  for (const keyword of SCHEMAS) if (isObject(result[keyword])) result[keyword] = leanSchema(result[keyword])
  for (const keyword of MAPS) if (isObject(result[keyword])) result[keyword] = mapValues(result[keyword], leanSchema)
  return result
}

/** One property that several verbs of a tool share: what they agree on; an enum holds the values of all. */
export function mergeSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  const keywords = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const entries = keywords.flatMap(keyword => {
    const [a, b] = [one[keyword], other[keyword]]
    if (keyword === 'description') return [[keyword, a ?? b]]
    if (keyword === 'enum') return Array.isArray(a) && Array.isArray(b) ? [[keyword, [...new Set([...a, ...b])]]] : []
    return JSON.stringify(a) === JSON.stringify(b) ? [[keyword, a]] : []
  })
  return Object.fromEntries(entries) as JsonSchema
}

function saysNothing(keyword: string, value: unknown, schema: JsonSchema): boolean {
  if (DROPPED.has(keyword)) return true
  if (keyword === 'minimum' || keyword === 'maximum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  if (keyword === 'pattern') return schema.format !== undefined
  if (keyword === 'default') return value === ''
  // An empty text is refused with what belongs there.
  if (keyword === 'minLength' && value === 1) return true
  if (keyword === 'description') return schema.format === 'date-time' && String(value).startsWith('A time such as ')
  if (keyword === 'required') return Array.isArray(value) && value.length === 0
  if (keyword === 'propertyNames') return true
  if (keyword === 'additionalProperties') return isObject(value) && Object.keys(value).length === 0
  // The validators of ids, paths and labels explain themselves when they refuse.
  return (keyword === 'minLength' || keyword === 'maxLength') && schema['x-furrow'] !== undefined
}

function mapValues(map: Readonly<Record<string, unknown>>, change: (schema: JsonSchema) => JsonSchema) {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value as JsonSchema)]))
}

function isObject(value: unknown): value is Record<string, JsonSchema> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
