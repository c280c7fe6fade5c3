import fs from 'node:fs'
import path from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Asked, Reply } from './server.ts'

export type Schema = Readonly<Record<string, unknown>>

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** A provider's published description, reduced to what the tools use; api/README.md says where each is from. */
export interface Description {
  readonly base: readonly string[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** What a description says about one request. */
export interface Call {
  readonly description: Description
  readonly operation: Operation
  /** The parts of the path, by their names. */
  readonly values: Readonly<Record<string, string>>
}

const read = new Map<string, Description>()

export function readDescription(provider: string): Description {
  const file = path.join(import.meta.dirname, 'api', `${provider}.json`)
  const found = read.get(provider) ?? (closed(JSON.parse(fs.readFileSync(file, 'utf8'))) as Description)
  read.set(provider, found)
  return found
}

export function callOf(description: Description, { method, path: place }: Asked): Call | undefined {
  for (const [template, operations] of Object.entries(description.paths)) {
    const operation = operations[method.toLowerCase()]
    const values = operation && description.base.map(base => valuesIn(`${base}${template}`, place)).find(Boolean)
    if (operation !== undefined && values !== undefined) return { description, operation, values }
  }
  return undefined
}

function valuesIn(template: string, place: string): Record<string, string> | undefined {
  const pattern = template.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const groups = new RegExp(`^${pattern}$`).exec(place)
  if (groups === null) return undefined
  return Object.fromEntries(
    Object.entries(groups.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

/** What of a request the description does not allow: path, query, headers, body. */
export function requestProblems(call: Call, asked: Asked): string[] {
  const { parameters } = call.operation
  const of = (where: Parameter['in']) => parameters.filter(each => each.in === where)
  return [
    ...fits(
      call,
      groupSchema(of('path'), false),
      spelled(of('path'), name => call.values[name]),
      'path',
    ),
    ...fits(call, groupSchema(of('query'), false), queryOf(of('query'), asked), 'query'),
    ...fits(
      call,
      groupSchema(of('header'), true),
      spelled(of('header'), name => asked.headers[name]),
      'header',
    ),
    ...bodyProblems(call, asked),
  ].map(problem => `${call.operation.operationId}: ${problem}`)
}

/** What of an answer the description does not allow: status, media type, body. */
export function replyProblems(call: Call, { status = 200, headers = {}, body }: Reply): string[] {
  const { responses, operationId } = call.operation
  const described = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses['default']
  const told = (problems: readonly string[]) => problems.map(each => `${operationId}, answer ${status}: ${each}`)
  if (described === undefined) return told(['no such status is described'])
  if (described.content === undefined) return told(body === '' || body === undefined ? [] : ['it has no body'])
  const kind = mediaType(headers['content-type'] ?? 'application/json')
  const found = described.content[kind]
  return told(found === undefined ? [`${kind} is not described`] : fits(call, found.schema, body ?? {}, 'body'))
}

function bodyProblems(call: Call, { headers, text }: Asked): string[] {
  const { requestBody } = call.operation
  if (requestBody === undefined) return text === '' ? [] : ['no body is described']
  if (text === '') return requestBody.required ? ['the body is missing'] : []
  const kind = mediaType(headers['content-type'] ?? '')
  const found = requestBody.content[kind]
  if (found === undefined) return [`a body of the type ${JSON.stringify(kind)} is not described`]
  const parsed = parsedIn(text)
  return parsed === undefined ? ['the body is not JSON'] : fits(call, found.schema, parsed, 'body')
}

function mediaType(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase()
}

export function parsedIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function queryOf(described: readonly Parameter[], { query }: Asked): Record<string, unknown> {
  const given = Object.fromEntries([...new Set(query.keys())].map(name => [name, query.getAll(name)]))
  const known = spelled(described, name =>
    described.some(each => each.name === name && each.schema['type'] === 'array') ? given[name] : given[name]?.[0],
  )
  return { ...given, ...known }
}

/** Values of a request are texts; what the description calls a number is one when it looks like one. */
function spelled(described: readonly Parameter[], value: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    described.flatMap(({ name, schema }) => {
      const given = value(name)
      return given === undefined ? [] : [[name, typed(given, schema['type'])]]
    }),
  )
}

function typed(given: unknown, type: unknown): unknown {
  if (typeof given !== 'string') return given
  if ((type === 'integer' || type === 'number') && given.trim() !== '') return Number(given)
  if (type === 'boolean' && /^(?:true|false)$/.test(given)) return given === 'true'
  return given
}

function groupSchema(parameters: readonly Parameter[], open: boolean): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: open,
  }
}

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  uri: (text: string) => URL.canParse(text),
}
const compiled = new WeakMap<Description, Map<string, ValidateFunction>>()

function fits({ description }: Call, schema: Schema, value: unknown, where: string): string[] {
  const validate = validatorOf(description, schema)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [`${where}${instancePath}`, message, params['additionalProperty']].filter(each => each !== undefined).join(' '),
  )
}

function validatorOf(description: Description, schema: Schema): ValidateFunction {
  const known = compiled.get(description) ?? new Map<string, ValidateFunction>()
  compiled.set(description, known)
  const key = JSON.stringify(schema)
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS, logger: false })
  const found = known.get(key) ?? ajv.compile({ ...schema, components: description.components })
  known.set(key, found)
  return found
}

/** A field that is described nowhere is a mistake, of a tool as well as of a stand-in. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (node === null || typeof node !== 'object') return node
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  const fields = inner['type'] === 'object' && typeof inner['properties'] === 'object'
  return fields && inner['additionalProperties'] === undefined ? { ...inner, additionalProperties: false } : inner
}
