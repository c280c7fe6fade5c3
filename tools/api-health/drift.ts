/** How an answer differs from what its description says. */
export interface Drift {
  path: string
  kind: 'missing' | 'extra' | 'type' | 'value'
  expected: string
  actual: string
}

type Schema = Record<string, unknown>

const MOST = 200
const DEEPEST = 40

/** Walks answer and schema side by side. `$ref` is looked up in the document. */
export function driftOf(value: unknown, schema: unknown, document: unknown): Drift[] {
  return compare(value, schema, { document, path: '$', depth: 0 }).slice(0, MOST)
}

interface Walk {
  document: unknown
  path: string
  depth: number
}

function compare(value: unknown, given: unknown, walk: Walk): Drift[] {
  if (walk.depth > DEEPEST) return []
  const schema = flattened(given, walk.document)
  const choices = [schema['oneOf'], schema['anyOf']].find(Array.isArray)
  if (choices !== undefined)
    return fewest(choices.map(choice => compare(value, { ...rest(schema), allOf: [choice] }, deeper(walk))))
  const types = typesOf(schema)
  if (types.length > 0 && !types.some(type => fits(type, value)))
    return [{ path: walk.path, kind: 'type', expected: types.join(' or '), actual: typeOf(value) }]
  const allowed = schema['enum']
  if (Array.isArray(allowed) && !allowed.some(each => JSON.stringify(each) === JSON.stringify(value)))
    return [
      {
        path: walk.path,
        kind: 'value',
        expected: `one of ${allowed.map(each => JSON.stringify(each)).join(', ')}`,
        actual: shown(value),
      },
    ]
  if (Array.isArray(value)) return itemDrift(value, schema, walk)
  return isObject(value) ? memberDrift(value, schema, walk) : []
}

function deeper(walk: Walk, step = ''): Walk {
  return { ...walk, path: `${walk.path}${step}`, depth: walk.depth + 1 }
}

function rest({ oneOf: _, anyOf: __, ...schema }: Schema): Schema {
  return schema
}

function fewest(all: readonly Drift[][]): Drift[] {
  return all.reduce((best, next) => (next.length < best.length ? next : best), all[0] ?? [])
}

/** Items of a list differ alike: each difference is told once. */
function itemDrift(value: readonly unknown[], schema: Schema, walk: Walk): Drift[] {
  if (schema['items'] === undefined) return []
  const found = new Map<string, Drift>()
  for (const item of value.slice(0, 1000))
    for (const drift of compare(item, schema['items'], deeper(walk, '[]')))
      found.set(`${drift.kind} ${drift.path}`, drift)
  return [...found.values()]
}

function memberDrift(value: Record<string, unknown>, schema: Schema, walk: Walk): Drift[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : undefined
  const more = schema['additionalProperties']
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const missing = required
    .filter(name => !Object.hasOwn(value, name))
    .map(
      (name): Drift => ({ path: `${walk.path}.${name}`, kind: 'missing', expected: 'to be there', actual: 'nothing' }),
    )
  const members = Object.entries(value).flatMap(([name, member]) => {
    const known = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known !== undefined) return compare(member, known, deeper(walk, `.${name}`))
    if (isObject(more)) return compare(member, more, deeper(walk, `.${name}`))
    if (more === true || (properties === undefined && more !== false)) return []
    return [{ path: `${walk.path}.${name}`, kind: 'extra' as const, expected: 'nothing', actual: typeOf(member) }]
  })
  return [...missing, ...members]
}

/** References followed and `allOf` put together. */
function flattened(given: unknown, document: unknown, depth = 0): Schema {
  if (!isObject(given) || depth > DEEPEST) return {}
  const reference = given['$ref']
  if (typeof reference === 'string') return flattened(lookup(document, reference), document, depth + 1)
  const parts = given['allOf']
  if (!Array.isArray(parts)) return given
  const { allOf: _, ...own } = given
  return [own, ...parts.map(part => flattened(part, document, depth + 1))].reduce(merged, {} as Schema)
}

function merged(one: Schema, other: Schema): Schema {
  return {
    ...one,
    ...other,
    ...(isObject(one['properties']) && { properties: { ...one['properties'], ...Object(other['properties']) } }),
    ...(Array.isArray(one['required']) && {
      required: [...one['required'], ...(Array.isArray(other['required']) ? other['required'] : [])],
    }),
  }
}

/** `#/components/schemas/Order`: own properties only. */
export function lookup(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  return reference
    .slice(1)
    .split('/')
    .filter(step => step !== '')
    .map(step => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((now, step) => (isObject(now) && Object.hasOwn(now, step) ? now[step] : undefined), document)
}

function typesOf(schema: Schema): string[] {
  const { type, nullable } = schema
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]).map(String)
  return nullable === true && types.length > 0 ? [...types, 'null'] : types
}

function fits(type: string, value: unknown): boolean {
  if (type === 'number') return typeof value === 'number'
  if (type === 'integer') return Number.isInteger(value)
  return typeOf(value) === type
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Number.isInteger(value)) return 'integer'
  return Array.isArray(value) ? 'array' : typeof value
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 100)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
