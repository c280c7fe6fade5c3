import type { JsonSchema, Manifest, OperationEntry, ResourceEntry } from '../../operation/manifest.ts'
import { whyNotTypable } from './command-rules.ts'

/** What the build refuses: operations that some door could not serve, or not safely. */
export function whyNotServable({ operations, resources }: Manifest): string[] {
  return [
    ...operations.flatMap(whyNotEntry),
    ...operations.flatMap(whyNotTypable),
    ...operations.flatMap(entry => whyNotPreview(entry, operations)),
    ...repeated(operations.map(entry => entry.name)).map(name => `${name} is listed twice`),
    ...repeated(operations.flatMap(pathsOf)).map(path => `furrow ${path} is mounted twice`),
    ...resources.flatMap(whyNotResource),
    ...repeated([
      ...operations.flatMap(routeOf),
      ...resources.map(entry => shapeOf(entry.takesBytes === true ? 'POST' : 'GET', entry.path)),
    ]).map(route => `${route} is mounted twice`),
    ...groups(operations).flatMap(whyNotGroup),
  ]
}

function whyNotEntry(entry: OperationEntry): string[] {
  const { name, input, cli } = entry
  const properties = Object.entries(input.properties ?? {})
  return [
    !/^[a-z]+(?:\.[a-z_]+)+$/.test(name) && `${name} is no dotted name`,
    (input.type !== 'object' || input.oneOf !== undefined || input.anyOf !== undefined) &&
      `${name}: the input is not one flat object`,
    input.additionalProperties !== false && `${name}: the input takes unknown keys (use z.strictObject)`,
    entry.cli === undefined && entry.mcp === undefined && entry.http === undefined && `${name} has no door`,
    entry.effect === 'read' &&
      entry.http !== undefined &&
      entry.http.method !== 'GET' &&
      `${name} reads by ${entry.http.method}`,
    entry.effect !== 'read' && entry.http?.method === 'GET' && `${name} writes by GET`,
    ...properties.map(
      ([key, schema]) =>
        isIdentifier(key) && !isChecked(schema) && `${name}: ${key} carries no validator of operation/ids.ts`,
    ),
    ...properties.map(
      ([key, schema]) =>
        cli !== undefined &&
        isObject(schema) &&
        cli.objects?.[key] === undefined &&
        `${name}: no flag can spell ${key}`,
    ),
    ...[
      ...(cli?.positionals ?? []),
      ...(cli?.rest === undefined ? [] : [cli.rest]),
      ...(cli?.text === undefined ? [] : [cli.text]),
    ].map(field => input.properties?.[field] === undefined && `${name}: the command names ${field}, which is no input`),
    ...(entry.http?.path.match(/:(\w+)/g) ?? []).map(
      field =>
        input.properties?.[field.slice(1)] === undefined && `${name}: the route names ${field}, which is no input`,
    ),
  ].filter(problem => problem !== false)
}

/** What is shown before an operation needs no more than the operation itself does, and changes nothing. */
function whyNotPreview(entry: OperationEntry, operations: readonly OperationEntry[]): string[] {
  const { name, preview, pins = {}, input } = entry
  if (preview === undefined) return []
  const shown = operations.find(each => each.name === preview)
  if (shown?.effect !== 'read') return [`${name}: its preview ${preview} is no operation that reads`]
  const missing = (shown.input.required ?? []).filter(field => input.properties?.[field] === undefined)
  return [
    ...missing.map(field => `${name}: its preview ${preview} needs ${field}, which is no input here`),
    ...Object.entries(pins)
      .filter(([field, from]) => !isField(input, field) || !isField(shown.output, from))
      .map(([field, from]) => `${name}: ${field} cannot be taken from ${from} of ${preview}`),
  ]
}

function isField({ properties = {} }: OperationEntry['input'], field: string): boolean {
  return Object.hasOwn(properties, field)
}

function whyNotResource({ name, path, params }: ResourceEntry): string[] {
  const inPath = (path.match(/:(\w+)/g) ?? []).map(field => field.slice(1))
  return [
    !path.startsWith('/api/') && `${name}: ${path} is not below /api/`,
    inPath.sort().join() !== Object.keys(params).sort().join() &&
      `${name}: the parameters of ${path} are not all checked`,
  ].filter(problem => problem !== false)
}

/** Verbs that share one MCP tool: one flat schema must fit all, and its annotations must be true of each. */
function whyNotGroup([tool, entries]: [string, OperationEntry[]]): string[] {
  const types = new Map<string, string>()
  const problems: string[] = []
  for (const { name, input, mcp } of entries) {
    const mount = mcp?.tool === tool ? mcp : mcp?.also
    if (entries.length > 1 && mount?.action === undefined) problems.push(`${name} shares ${tool} without an action`)
    for (const [key, schema] of Object.entries(input.properties ?? {})) {
      const type = JSON.stringify(schema.type ?? schema.anyOf ?? schema.enum)
      if ((types.get(key) ?? type) !== type) problems.push(`${tool}: ${key} has two types`)
      types.set(key, type)
    }
  }
  const effects = new Set(entries.map(entry => entry.effect))
  if (effects.has('read') && effects.has('destructive')) problems.push(`${tool} mixes reads with destructive verbs`)
  return problems
}

function groups(operations: readonly OperationEntry[]): [string, OperationEntry[]][] {
  const tools = new Map<string, OperationEntry[]>()
  for (const entry of operations)
    for (const mount of [entry.mcp, entry.mcp?.also])
      if (mount !== undefined) tools.set(mount.tool, [...(tools.get(mount.tool) ?? []), entry])
  return [...tools]
}

function isIdentifier(key: string): boolean {
  return /(?:^|_)(?:id|ids|name|names|path|paths|slug|file|branch|ref)$/.test(key)
}

function isChecked(schema: JsonSchema): boolean {
  return (
    schema['x-furrow'] !== undefined ||
    schema.type === 'integer' ||
    schema.enum !== undefined ||
    (schema.items !== undefined && isChecked(schema.items))
  )
}

function isObject({ type, anyOf, items }: JsonSchema): boolean {
  return type === 'object' || (anyOf ?? []).some(isObject) || (items !== undefined && isObject(items))
}

function pathsOf({ cli }: OperationEntry): string[] {
  return cli === undefined ? [] : [cli.path, ...(cli.also ?? []).map(({ path }) => path)]
}

function routeOf({ http }: OperationEntry): string[] {
  return http === undefined ? [] : [shapeOf(http.method, http.path)]
}

function shapeOf(method: string, path: string): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
