import type { JsonSchema } from '../../../operation/manifest.ts'

/** What every problem status means, once for the whole document. */
export const HTTP_STATUSES: Readonly<Record<number, string>> = {
  400: 'The request or its input is wrong; the problem names the field.',
  401: 'No valid sign-in or token.',
  403: 'Not for this caller: a foreign page, another scope, or something that only a person may do.',
  404: 'There is no such thing.',
  405: 'Another method works here; Allow names it.',
  406: 'The client takes none of the media types that MCP answers with.',
  408: 'The request took too long to arrive.',
  409: 'A guard or gate says no, or somebody else was faster.',
  412: 'What was to be replaced has changed; the problem carries the current revision.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not application/json.',
  421: 'This server is not known by that Host.',
  422: 'The state of things, or missing secrets, grants or trust do not allow it.',
  429: 'Too many wrong tokens; Retry-After says how long to wait.',
  431: 'The headers are larger than 16 KiB.',
  500: 'A mistake of Furrow; the log of the server explains it under the id in the problem.',
  503: 'Busy, or the disk does not answer; it can be tried again.',
  507: 'The disk is full; nothing was saved.',
}

/** `protocol` is what MCP itself answers. */
export type RouteCheck = 'caller' | 'body' | 'operation' | 'protocol'

const CHECKS: Readonly<Record<RouteCheck, readonly number[]>> = {
  caller: [401, 429],
  body: [413, 415],
  operation: [404, 409, 412, 413, 422, 503, 507],
  protocol: [404, 405, 406, 409, 503],
}
/** Any request may get these. */
const ALWAYS = [400, 403, 408, 421, 431, 500]

/** The problem statuses of a route that makes these checks. */
export function statusesFor(checks: readonly RouteCheck[]): number[] {
  return [...new Set([...ALWAYS, ...checks.flatMap(check => CHECKS[check])])].sort((a, b) => a - b)
}

export interface RouteNotes {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly checks: readonly RouteCheck[]
  readonly successes: Readonly<Record<string, unknown>>
  readonly body?: JsonSchema
  /** Needs no token. */
  readonly open?: true
}

const text = { type: 'string' }
const json = (description: string, schema: unknown) => ({ description, content: { 'application/json': { schema } } })
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const mcpAnswers = {
  200: {
    description: 'JSON-RPC answers, or a stream of them.',
    content: { 'application/json': {}, 'text/event-stream': {} },
  },
  202: { description: 'Taken; there is nothing to answer.' },
  204: { description: 'The session is ended.' },
}
const mcp = (method: string, summary: string): RouteNotes => ({
  method,
  path: '/mcp',
  summary,
  checks: ['caller', 'body', 'protocol'],
  successes: mcpAnswers,
})

/** The routes that are no operation and no resource. */
export const OWN_ROUTES: readonly RouteNotes[] = [
  mcp('POST', 'Model Context Protocol, streamable HTTP; bearer tokens only.'),
  mcp('GET', 'What the server tells an MCP session of its own accord.'),
  mcp('DELETE', 'Ends an MCP session.'),
  {
    method: 'GET',
    path: '/healthz',
    summary: 'A sign of life, without data.',
    checks: [],
    successes: { 204: { description: 'The server answers.' } },
    open: true,
  },
  {
    method: 'POST',
    path: '/api/sign-in',
    summary: 'Signs a browser in with the one-time code of the printed address.',
    checks: ['caller', 'body'],
    successes: { 200: json('The value for X-Furrow-Session; the cookie comes with it.', object({ header: text })) },
    body: object({ code: text }),
    open: true,
  },
  {
    method: 'POST',
    path: '/api/sign-in/codes',
    summary: 'Makes a one-time code; for the token in FURROW_HOME only.',
    checks: ['caller', 'body'],
    successes: { 201: json('The code: it works once, within 60 seconds.', object({ code: text })) },
    body: object({}),
  },
  {
    method: 'POST',
    path: '/api/sign-out',
    summary: 'Ends this browser’s session and its event streams.',
    checks: ['caller', 'body'],
    successes: { 204: { description: 'Signed out.' } },
    body: object({}),
  },
  {
    method: 'GET',
    path: '/api/events',
    summary: 'What changes, as it changes; Last-Event-ID continues, a reset event says that too much was missed.',
    checks: ['caller', 'operation'],
    successes: { 200: { description: 'Server-sent events.', content: { 'text/event-stream': {} } } },
  },
  {
    method: 'POST',
    path: '/api/tools/agent-call',
    summary: 'Has a coding agent read and answer, and waits up to ten minutes for what it says.',
    checks: ['caller', 'body', 'operation'],
    successes: { 200: json('What it said.', object({ result: text, run_id: text, turns: { type: 'integer' } })) },
    body: {
      ...object({ prompt: text }),
      properties: { prompt: text, agent_file: text, max_turns: { type: 'integer' } },
    },
  },
  {
    method: 'POST',
    path: '/api/tools/agent-dispatch',
    summary: 'Starts a coding agent in a worktree of its own, unless one of this key is at work.',
    checks: ['caller', 'body', 'operation'],
    successes: { 202: json('The run has started.', object({ run_id: text, run_key: text, status: text })) },
    body: object({ prompt: text, run_key: text, label: text }),
  },
  {
    method: 'GET',
    path: '/api/manifest',
    summary: 'What can be done here: operations, resources and guides.',
    checks: ['caller', 'operation'],
    successes: { 200: json('The operations, those of the repository included.', { type: 'object' }) },
  },
  {
    method: 'POST',
    path: '/api/operations/:name',
    summary: 'An operation that the repository brings along, by its name.',
    checks: ['caller', 'body', 'operation'],
    successes: { 200: json('What the operation answers.', {}) },
    body: { type: 'object' },
  },
  {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document.',
    checks: ['caller'],
    successes: { 200: json('An OpenAPI 3.1 document.', { type: 'object' }) },
  },
]

export const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'RFC 9457, with the failure that every door shows.',
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable; exit codes and MCP errors use the same.' },
    message: text,
    target: { type: 'string', description: 'What is at fault: a field, an id, a file.' },
    fix: { type: 'string', description: 'The command that mends it.' },
    details: { type: 'object' },
  },
  required: ['type', 'title', 'status', 'code', 'message'],
}
