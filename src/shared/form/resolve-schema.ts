import { asSchema, type Schema } from './field.ts'

const MOST_REFERENCES = 20

/** A schema without what only says where the rest of it is: references within it, `allOf`, and `null` as an alternative. */
export function resolveSchema(root: Schema, schema: unknown): Schema {
  return withoutNull(readable(merged(root, schema, MOST_REFERENCES)))
}

const isText = (value: unknown) => typeof value === 'string'
const isFigure = (value: unknown) => typeof value === 'number'

const READABLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  description: isText,
  format: isText,
  contentMediaType: isText,
  enum: Array.isArray,
  examples: Array.isArray,
  required: Array.isArray,
  anyOf: Array.isArray,
  oneOf: Array.isArray,
  minimum: isFigure,
  maximum: isFigure,
  minLength: isFigure,
  maxLength: isFigure,
  minItems: isFigure,
  maxItems: isFigure,
  properties: value => value !== null && typeof value === 'object' && !Array.isArray(value),
}

/** A tool may have written anything there; what is not as the dialect says is as if it were not there. */
function readable(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key, value]) => READABLE[key]?.(value) ?? true))
}

function merged(root: Schema, schema: unknown, left: number): Schema {
  const { $ref: reference, allOf: parts, ...own } = asSchema(schema) as Schema & { $ref?: unknown; allOf?: unknown }
  if (left === 0) return {}
  const target = typeof reference === 'string' ? [pointed(root, reference)] : []
  const below = [...target, ...(Array.isArray(parts) ? parts : [])].map(part => merged(root, part, left - 1))
  return below.length === 0 ? own : [...below, own].reduce(join)
}

/** Only places in the same schema. */
function pointed(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const words = reference.slice(1).split('/').slice(1)
  return words.reduce<unknown>((at, word) => {
    const key = decode(word)
    return at !== null && typeof at === 'object' && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined
  }, root)
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    // Not encoded after all.
    return word
  }
}

function join(one: Schema, other: Schema): Schema {
  const [first, second] = [readable(one), readable(other)]
  const properties = { ...first.properties, ...second.properties }
  const required = [...(first.required ?? []), ...(second.required ?? [])]
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

/** What may be nothing is a field that may be left empty. */
function withoutNull(schema: Schema): Schema {
  if (!Array.isArray(schema.type) || !schema.type.includes('null')) return schema
  const types = schema.type.filter(type => type !== 'null')
  return { ...schema, type: types.length === 1 ? types[0] : types }
}

/** The shapes among which a value chooses, without the one that is nothing. */
export function alternativesIn(root: Schema, { oneOf, anyOf }: Schema): readonly Schema[] {
  return (oneOf ?? anyOf ?? []).map(each => resolveSchema(root, each)).filter(({ type }) => type !== 'null')
}
