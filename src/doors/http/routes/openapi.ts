import type { JsonSchema, Manifest, OperationEntry, ResourceEntry } from '../../../operation/manifest.ts'
import { HTTP_STATUSES, OWN_ROUTES, PROBLEM, type RouteNotes, statusesFor } from './openapi-notes.ts'

export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Record<string, unknown>; readonly [kind: string]: unknown }
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Readonly<Record<string, unknown>>[]
  readonly responses: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** The whole HTTP interface as one document, from the manifest and the notes on the server's own routes. */
export function openApiOf(manifest: Manifest): OpenApi {
  const schemas: Record<string, unknown> = { Problem: PROBLEM }
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  const add = (method: string, path: string, described: OpenApiOperation) => {
    const place = path.replace(/:(\w+)/g, '{$1}')
    paths[place] = { ...paths[place], [method.toLowerCase()]: described }
  }
  for (const notes of OWN_ROUTES) add(notes.method, notes.path, ownRoute(notes))
  for (const entry of manifest.operations) {
    const embedded = { ...entry, input: embed(entry.input, `${entry.name}.input`, schemas) }
    const output = embed(entry.output, `${entry.name}.output`, schemas)
    if (entry.http === undefined) continue
    add(entry.http.method, entry.http.path, mounted({ ...embedded, output }))
    add('POST', `/api/operations/${entry.name}`, named({ ...embedded, output }))
  }
  for (const entry of manifest.resources)
    if (entry.takesBytes === true) add('POST', entry.path, upload(entry))
    else add('GET', entry.path, resource(entry))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Furrow',
      version: manifest.version,
      description:
        'Served to this machine alone. A method that a path does not list is answered 405, an unknown path 404; before that, a foreign Host is answered 421 and a foreign Origin 403, both without a body.',
    },
    security: [{ bearer: [] }, { cookie: [], session: [] }],
    paths,
    components: { schemas, responses: responses(), securitySchemes: SECURITY },
  }
}

const SECURITY = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token in FURROW_HOME/token, or one of furrow token create.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'furrow_PORT',
    description: 'Set by the sign-in, named with the port.',
  },
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Furrow-Session',
    description: 'The value that the sign-in answered.',
  },
}

function ownRoute({ method, path, summary, successes, checks, body, open }: RouteNotes): OpenApiOperation {
  const inPath = (path.match(/:(\w+)/g) ?? []).map(field => field.slice(1))
  return {
    operationId: `door.${method.toLowerCase()}${path.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    parameters: inPath.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(open === true && { security: [] }),
    ...(body !== undefined && { requestBody: jsonBody(body) }),
    responses: { ...successes, ...problems(statusesFor(checks)) },
  }
}

function mounted(entry: OperationEntry): OpenApiOperation {
  const { method, path } = entry.http ?? { method: 'GET', path: '' }
  const inPath = (path.match(/:(\w+)/g) ?? []).map(field => field.slice(1))
  const { properties = {}, required = [] } = entry.input
  const rest = Object.keys(properties).filter(field => !inPath.includes(field))
  const isRead = method === 'GET'
  return {
    ...described(entry, entry.name, isRead),
    parameters: [
      ...inPath.map(field => ({ name: field, in: 'path', required: true, schema: properties[field] })),
      ...(isRead ? rest : []).map(field => queryParameter(field, properties[field], required.includes(field))),
      ...headerParameters(entry, isRead),
    ],
    ...(!isRead && {
      requestBody: jsonBody({
        ...entry.input,
        properties: Object.fromEntries(rest.map(field => [field, properties[field] ?? {}])),
        required: required.filter(field => !inPath.includes(field)),
      }),
    }),
  }
}

function named(entry: OperationEntry): OpenApiOperation {
  return {
    ...described(entry, `call.${entry.name}`, false),
    parameters: headerParameters(entry, false),
    requestBody: jsonBody(entry.input),
  }
}

function described(entry: OperationEntry, operationId: string, isRead: boolean): OpenApiOperation {
  const tagged = entry.output.properties?.['revision'] !== undefined
  const answer = {
    description: entry.summary,
    ...(tagged && { headers: { ETag: { schema: { type: 'string' } } } }),
    content: { 'application/json': { schema: entry.output } },
  }
  const successes = Object.fromEntries((entry.http?.statuses ?? [200]).map(status => [status, answer]))
  return {
    operationId,
    summary: entry.summary,
    'x-effect': entry.effect,
    'x-authority': entry.authority,
    responses: {
      ...withFailed(successes),
      ...(isRead && tagged && { 304: { description: 'Nothing has changed since the ETag of If-None-Match.' } }),
      ...problems(statusesFor(isRead ? ['caller', 'operation'] : ['caller', 'body', 'operation'])),
    },
  }
}

/** What was run and failed (a tool that says no) is an answer, not an error of the request. */
function withFailed(successes: Record<string, { content: Record<string, unknown> }>) {
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const ok = successes[200] ?? { description: 'It ran and failed.', content: {} }
  return { ...successes, 200: { ...ok, content: { ...ok.content, ...problem } } }
}

function resource({ name, summary, path, type, params, query = [] }: ResourceEntry): OpenApiOperation {
  return {
    operationId: name,
    summary,
    parameters: [
      ...Object.keys(params)
        .filter(field => path.includes(`:${field}`))
        .map(field => ({ name: field, in: 'path', required: true, schema: { type: 'string' } })),
      ...query.map(field => queryParameter(field, { type: 'string' }, false)),
    ],
    responses: {
      200: { description: summary, content: { [type]: {} } },
      206: { description: 'A part of it, as Range asked.', content: { [type]: {} } },
      304: { description: 'Nothing has changed since the ETag of If-None-Match.' },
      ...problems(statusesFor(['caller', 'operation'])),
    },
  }
}

function upload(entry: ResourceEntry): OpenApiOperation {
  return {
    ...resource(entry),
    requestBody: { required: true, content: { 'application/octet-stream': {} } },
    responses: {
      201: { description: entry.summary, content: { [entry.type]: {} } },
      ...problems(statusesFor(['caller', 'body', 'operation'])),
    },
  }
}

function queryParameter(name: string, schema: JsonSchema | undefined, required: boolean) {
  return { name, in: 'query', required, schema: schema ?? {} }
}

function headerParameters({ input, effect, output }: OperationEntry, isRead: boolean) {
  const names = [
    ...(input.properties?.['expected_revision'] !== undefined ? ['If-Match'] : []),
    ...(isRead && output.properties?.['revision'] !== undefined ? ['If-None-Match'] : []),
    ...(effect !== 'read' ? ['Idempotency-Key'] : []),
  ]
  return names.map(name => ({ name, in: 'header', required: false, schema: { type: 'string' } }))
}

function jsonBody(schema: JsonSchema) {
  return { required: true, content: { 'application/json': { schema } } }
}

function problems(statuses: readonly number[]): Record<string, unknown> {
  return Object.fromEntries(statuses.map(status => [status, { $ref: `#/components/responses/${status}` }]))
}

function responses(): Record<string, unknown> {
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    Object.entries(HTTP_STATUSES).map(([status, description]) => [status, { description, content }]),
  )
}

/** A schema's own definitions move to the document's; references are to the whole document there. */
function embed(schema: JsonSchema, name: string, schemas: Record<string, unknown>): JsonSchema {
  const { $defs = {}, ...rest } = schema as JsonSchema & { $defs?: Readonly<Record<string, JsonSchema>> }
  const move = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(move)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, key === '$ref' ? place(item) : move(item)]),
    )
  }
  const place = (ref: unknown) =>
    ref === '#' ? `#/components/schemas/${name}` : String(ref).replace('#/$defs/', `#/components/schemas/${name}.`)
  for (const [key, definition] of Object.entries($defs)) schemas[`${name}.${key}`] = move(definition)
  const moved = move(rest) as JsonSchema
  if (JSON.stringify(rest).includes('"$ref":"#"')) schemas[name] = moved
  return moved
}
