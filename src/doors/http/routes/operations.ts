import { createHash } from 'node:crypto'
import type { Actor } from '../../../operation/actor.ts'
import { refuse } from '../../../operation/errors.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { whyNotId } from '../../../operation/names/naming.ts'
import type { Outcome } from '../../../operation/outcome.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { HttpExchange } from '../wire/exchange.ts'
import { problem } from '../wire/problem.ts'
import { abortOnClose, type HttpAnswer, json } from '../wire/reply.ts'
import { queryInputOf } from './query.ts'
import { requireShown } from './require-shown.ts'
import { openResourceAt, type ResourceContext } from './resources.ts'

/** An operation at its own route: the path and the query speak for a GET, the path and the body for the rest. */
export async function callMounted(
  around: ResourceContext,
  entry: OperationEntry,
  exchange: HttpExchange,
): Promise<HttpAnswer> {
  const input =
    entry.http?.method === 'GET'
      ? queryInputOf(entry.input, exchange.params, exchange.query)
      : withParams(exchange.body, queryInputOf(entry.input, exchange.params, exchange.query))
  return perform(around, entry, { input, exchange })
}

/** Any operation that this door mounts, by its name, the repository's own included. */
export async function callNamed(around: ResourceContext, name: string, exchange: HttpExchange): Promise<HttpAnswer> {
  const oddity = whyNotId(name)
  if (oddity !== undefined) throw refuse('usage', `name: ${oddity}`, { target: 'name', fix: shell`furrow reference` })
  const entry = around.app.manifest.operations.find(operation => operation.name === name) ?? { name }
  if ('input' in entry && entry.http === undefined)
    throw refuse('not_found', `${name} is not served over HTTP.`, { target: name, fix: shell`furrow reference` })
  return perform(around, entry, { input: exchange.body, exchange })
}

type NamedOperation = Pick<OperationEntry, 'name'> & Partial<OperationEntry>

async function perform(
  around: ResourceContext,
  entry: NamedOperation,
  { input, exchange }: { input: unknown; exchange: HttpExchange },
): Promise<HttpAnswer> {
  const { actor, scope } = exchange.caller
  if (scope === 'run') requireForRuns(entry)
  await requireShown(around.app, entry, { input, actor })
  const outcome = await around.app.call(entry.name, withRevision(entry, input, exchange), {
    actor,
    signal: abortOnClose(exchange.outgoing),
    ...operationIdOf(entry, actor, exchange),
  })
  return (await streamOf(around, entry, { outcome, exchange })) ?? httpAnswerOf(outcome, exchange)
}

/** What a tool may write by the token of its run: everything else it only reads. */
const WRITES_OF_RUNS: readonly string[] = ['agent.start', 'tool.run']

function requireForRuns({ name, effect }: NamedOperation): void {
  if (effect === 'read' || WRITES_OF_RUNS.includes(name)) return
  throw refuse('forbidden', `The token of a tool's run reads, runs tools and starts agents; ${name} is not for it.`, {
    target: name,
    fix: shell`furrow reference`,
  })
}

/** The stream itself, for who accepts nothing but that of something that has not ended. */
async function streamOf(
  around: ResourceContext,
  { http }: NamedOperation,
  { outcome, exchange }: { outcome: Outcome; exchange: HttpExchange },
): Promise<HttpAnswer | undefined> {
  const wanted = (exchange.incoming.headers.accept ?? '').includes('text/event-stream')
  const resource = around.app.manifest.resources.find(({ name }) => name === http?.stream?.resource)
  if (!outcome.ok || !wanted || http?.stream === undefined || resource === undefined) return undefined
  const id = String((outcome.value as Record<string, unknown>)[http.stream.field])
  const answer = await openResourceAt(around, resource, { ...exchange, params: { id }, query: new URLSearchParams() })
  return { ...answer, headers: { ...answer.headers, ...outcome.presented?.headers } }
}

export function httpAnswerOf(outcome: Outcome, { incoming }: Pick<HttpExchange, 'incoming'>): HttpAnswer {
  if (!outcome.ok) return problem(outcome.error)
  const { status = 200, headers = {} } = outcome.presented ?? {}
  const tag = etagOf(outcome.value)
  if (tag === undefined) return json(status, outcome.value ?? null, headers)
  const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
  if (isRead && status === 200 && namesTag(incoming.headers['if-none-match'], tag))
    return { status: 304, headers: { ...headers, ETag: tag } }
  return json(status, outcome.value, { ...headers, ETag: tag })
}

function etagOf(value: unknown): string | undefined {
  const revision = value !== null && typeof value === 'object' && 'revision' in value ? value.revision : undefined
  return typeof revision === 'string' && /^[\w-]{1,128}$/.test(revision) ? `"${revision}"` : undefined
}

function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some(item => item.trim().replace(/^W\//, '') === tag)
}

function withParams(body: unknown, params: Record<string, unknown>): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const twice = Object.keys(params).find(key => Object.hasOwn(body, key) && body[key as never] !== params[key])
  if (twice !== undefined)
    throw refuse('usage', `${twice} is one thing in the path and another in the body.`, { target: twice })
  return { ...body, ...params }
}

/** `If-Match` is the revision that the caller wants to replace. */
function withRevision(entry: NamedOperation, input: unknown, { incoming }: HttpExchange): unknown {
  const header = incoming.headers['if-match']
  if (header === undefined) return input
  const revision = /^"([\w-]{1,128})"$/.exec(header)?.[1]
  if (revision === undefined || entry.input?.properties?.['expected_revision'] === undefined)
    throw refuse('usage', revision === undefined ? 'If-Match takes one ETag.' : `${entry.name} takes no If-Match.`, {
      target: 'If-Match',
    })
  const given = Object(input) as Record<string, unknown>
  if (given['expected_revision'] !== undefined && given['expected_revision'] !== revision)
    throw refuse('usage', 'If-Match and expected_revision name different revisions.', { target: 'If-Match' })
  return { ...given, expected_revision: revision }
}

/** A key makes a retry apply once, for this caller and this operation; two callers may choose the same key. */
function operationIdOf({ name }: NamedOperation, actor: Actor, { incoming }: HttpExchange): { operationId?: string } {
  const key = incoming.headers['idempotency-key']
  if (key === undefined) return {}
  if (typeof key !== 'string' || whyNotId(key) !== undefined)
    throw refuse('usage', `Idempotency-Key ${whyNotId(String(key))}.`, { target: 'Idempotency-Key' })
  const digest = createHash('sha256')
    .update(JSON.stringify([actor.kind, actor.id, name, key]))
    .digest('hex')
  return { operationId: `key-${digest.slice(0, 32)}` }
}
