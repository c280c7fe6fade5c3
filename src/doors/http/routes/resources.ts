import type { App } from '../../../app/app.ts'
import { refuse } from '../../../operation/errors.ts'
import type { ResourceEntry } from '../../../operation/manifest.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { HttpExchange } from '../wire/exchange.ts'
import { problem } from '../wire/problem.ts'
import { abortOnClose, type HttpAnswer } from '../wire/reply.ts'
import { queryInputOf } from './query.ts'

export interface ResourceContext {
  readonly app: App
  /** The server is about to end. What has an end of its own is waited for; a stream is left. */
  readonly closing: AbortSignal
}

/** A body that is not JSON, under the same checks as an operation. */
export async function openResourceAt(
  { app, closing }: ResourceContext,
  entry: ResourceEntry,
  exchange: HttpExchange,
): Promise<HttpAnswer> {
  const { params, caller, incoming, outgoing } = exchange
  if (entry.takesBytes === true && caller.scope === 'run')
    throw refuse('forbidden', 'The token of a run uploads nothing.', {
      target: entry.name,
      fix: shell`furrow reference`,
    })
  const query = queryInputOf({}, {}, exchange.query) as Record<string, string>
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  const opened = await app.open(
    entry.name,
    { params, query, headers, ...(entry.takesBytes === true && { body: incoming }) },
    {
      actor: caller.actor,
      signal: isStream(entry) ? AbortSignal.any([abortOnClose(outgoing), closing]) : abortOnClose(outgoing),
    },
  )
  if (!opened.ok) return problem(opened.error)
  const { status = 200, headers: more = {}, body } = opened.body
  return { status, headers: { 'Content-Type': entry.type, ...more }, body }
}

function isStream({ type }: ResourceEntry): boolean {
  return type.startsWith('text/event-stream')
}
