import type { App } from '../../app/app.ts'
import type { ResourceEntry } from '../../operation/manifest.ts'
import type { Exchange } from './exchange.ts'
import { problem } from './problem.ts'
import { inputOf } from './query.ts'
import { type Answer, leaving } from './reply.ts'

export interface Around {
  readonly app: App
  /** The server is about to end. What has an end of its own is waited for; a stream is left. */
  readonly closing: AbortSignal
}

/** A body that is not JSON, under the same checks as an operation. */
export async function openAt({ app, closing }: Around, entry: ResourceEntry, exchange: Exchange): Promise<Answer> {
  const { params, caller, incoming, outgoing } = exchange
  const query = inputOf({}, {}, exchange.query) as Record<string, string>
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  const opened = await app.open(
    entry.name,
    { params, query, headers, ...(entry.takesBytes === true && { body: incoming }) },
    {
      actor: caller.actor,
      signal: isStream(entry) ? AbortSignal.any([leaving(outgoing), closing]) : leaving(outgoing),
    },
  )
  if (!opened.ok) return problem(opened.error)
  const { status = 200, headers: more = {}, body } = opened.body
  return { status, headers: { 'Content-Type': entry.type, ...more }, body }
}

function isStream({ type }: ResourceEntry): boolean {
  return type.startsWith('text/event-stream')
}
